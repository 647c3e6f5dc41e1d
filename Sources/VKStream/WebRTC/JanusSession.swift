internal import Foundation
internal import VKCore
internal import VKMedia

/// A session with a Janus server, and the handles on it.
///
/// Answers to most questions come as events, which one task waits for; another says every moment that this side is there.
final class JanusSession: Sendable {
  /// Who waits for an event, or the event that nobody has asked for yet.
  private enum Waiter {
    case nobody
    case continuation(CheckedContinuation<Janus.Message, any Error>)
    case result(Result<Janus.Message, any Error>)
  }

  private struct State {
    var number: Int?
    var count = 0
    var isOver = false
    var waiters: [String: Waiter] = [:]
    var handles: [Int: @Sendable (Result<Janus.Message, StreamError>) -> Void] = [:]
    var tasks: [Task<Void, Never>] = []
  }

  private let url: URL
  private let http: HTTPClient
  private let operation: String
  private let token: String?
  private let secret: String?
  private let state = Locked(State())
  /// How often this side says that it is there, and how long the server may take for that: together below five seconds.
  private static let beat = (every: 1.2, limit: 3.0)

  init(_ url: URL, _ http: HTTPClient, token: String?, secret: String?, operation: String) {
    self.url = url
    self.http = http
    self.token = token
    self.secret = secret
    self.operation = operation
  }

  /// Begins the session.
  ///
  /// - Parameter lost: takes why the session ended against the will of this side.
  /// - Throws: `StreamError` when the server refuses, or does not answer.
  func open(lost: @escaping @Sendable (StreamError) -> Void) async throws {
    let answer = try await ask("create", at: url)
    guard let number = answer.data?.id else { throw strange }
    state.withLock { $0.number = number }
    let poll = Task { [weak self] in
      while let self, await self.poll(lost) {}
    }
    let beat = Task { [weak self] in
      while let self, await self.beat(lost) {}
    }
    state.withLock { $0.tasks = [poll, beat] }
  }

  /// Whether it has ended.
  var isOver: Bool { state.withLock { $0.isOver } }

  private var strange: StreamError {
    StreamError(
      .refused, operation, "the server does not answer as Janus does; is /janus its path?")
  }

  private var place: URL? {
    state.withLock { state in state.isOver ? nil : state.number }
      .map { url.appending(path: String($0)) }
  }

  private func here() throws -> URL {
    guard let place else { throw StreamError(.dropped, operation, "the session has ended") }
    return place
  }

  // MARK: Questions

  /// A handle to the plugin of rooms; its events go to `receive`, and the session's end.
  ///
  /// - Throws: `StreamError`.
  func attach(
    _ receive: @escaping @Sendable (Result<Janus.Message, StreamError>) -> Void
  ) async throws -> Int {
    let answer = try await ask("attach", at: try here()) { $0.plugin = "janus.plugin.videoroom" }
    guard let handle = answer.data?.id else { throw strange }
    state.withLock { $0.handles[handle] = receive }
    return handle
  }

  /// Lets go of a handle.
  func detach(_ handle: Int) async {
    state.withLock { $0.handles[handle] = nil }
    guard let place else { return }
    _ = try? await ask("detach", at: place.appending(path: String(handle)), seconds: 2)
  }

  /// Asks the plugin of rooms, and waits for what it says to that.
  ///
  /// - Throws: `StreamError` when that is an error.
  func ask(
    _ handle: Int, _ body: Janus.RoomRequest, _ description: Janus.Description? = nil
  ) async throws -> Janus.Message {
    let place = try here().appending(path: String(handle))
    let transaction = nextTransaction()
    state.withLock { $0.waiters[transaction] = .nobody }
    defer { state.withLock { $0.waiters[transaction] = nil } }
    let answer = try await ask("message", transaction, at: place) {
      ($0.body, $0.jsep) = (body, description)
    }
    let message = answer.janus == "ack" ? try await event(of: transaction) : answer
    if let fault = message.plugindata?.data, let code = fault.code {
      throw Janus.error(code, fault.error ?? "error \(code)", operation)
    }
    return message
  }

  private func nextTransaction() -> String {
    state.withLock { state in
      state.count += 1
      return "vkfilter-\(state.count)"
    }
  }

  private func event(of transaction: String) async throws -> Janus.Message {
    let timer = Task { [self] in
      try await Task.sleep(for: .seconds(4.5))
      resume(
        transaction,
        .failure(StreamError(.timeout, operation, "the server does not answer in time")))
    }
    defer { timer.cancel() }
    return try await withCheckedThrowingContinuation { continuation in
      let result = state.withLock { state -> Result<Janus.Message, any Error>? in
        switch state.waiters[transaction] {
        case .result(let result): return result
        case _ where state.isOver:
          return .failure(StreamError(.dropped, operation, "the session has ended"))
        default:
          state.waiters[transaction] = .continuation(continuation)
          return nil
        }
      }
      if let result { continuation.resume(with: result) }
    }
  }

  private func resume(_ transaction: String, _ result: Result<Janus.Message, any Error>) {
    let waiter = state.withLock { state -> Waiter? in
      defer {
        if state.waiters[transaction] != nil { state.waiters[transaction] = .result(result) }
      }
      return state.waiters[transaction]
    }
    if case .continuation(let continuation) = waiter { continuation.resume(with: result) }
  }

  private func ask(
    _ what: String, _ transaction: String? = nil, at place: URL, seconds: Double = 4.5,
    _ complete: (inout Janus.Request) -> Void = { _ in }
  ) async throws -> Janus.Message {
    var request = Janus.Request(janus: what, token: token, apisecret: secret)
    request.transaction = transaction ?? nextTransaction()
    complete(&request)
    let answer = try await http.send(
      "POST", place, type: "application/json", body: try JSONEncoder().encode(request),
      seconds: seconds)
    guard (200..<300).contains(answer.status) else { throw answer.error(operation) }
    guard let message = try? JSONDecoder().decode(Janus.Message.self, from: answer.body) else {
      throw strange
    }
    if let fault = message.error { throw Janus.error(fault.code, fault.reason, operation) }
    return message
  }

  // MARK: Events

  /// Waits for events and gives them on; false when the session is over.
  private func poll(_ lost: @Sendable (StreamError) -> Void) async -> Bool {
    guard let place else { return false }
    var query = [URLQueryItem(name: "maxev", value: "10")]
    if let token { query.append(URLQueryItem(name: "token", value: token)) }
    if let secret { query.append(URLQueryItem(name: "apisecret", value: secret)) }
    do {
      let answer = try await http.send("GET", place.appending(queryItems: query), seconds: 60)
      guard (200..<300).contains(answer.status) else { throw answer.error(operation) }
      for message in Self.messages(answer.body) {
        if let fault = message.error {
          throw Janus.error(fault.code, fault.reason, operation)
        }
        if message.janus == "timeout" {
          throw StreamError(.dropped, operation, "the server has ended the session")
        }
        deliver(message)
      }
      return !Task.isCancelled
    } catch {
      guard self.place != nil, !Task.isCancelled else { return false }
      if (error as? StreamError)?.code == .dropped {
        end(error, lost)
        return false
      }
      // Whether the server is gone, the beat finds out.
      try? await Task.sleep(for: .milliseconds(200))
      return true
    }
  }

  /// One message, or several.
  static func messages(_ data: Data) -> [Janus.Message] {
    if let all = try? JSONDecoder().decode([Janus.Message].self, from: data) { return all }
    return (try? JSONDecoder().decode(Janus.Message.self, from: data)).map { [$0] } ?? []
  }

  private func deliver(_ message: Janus.Message) {
    if let transaction = message.transaction, message.janus == "event" {
      resume(transaction, .success(message))
    }
    guard let sender = message.sender else { return }
    state.withLock { $0.handles[sender] }?(.success(message))
  }

  /// Says that this side is there; false when the session is over.
  private func beat(_ lost: @Sendable (StreamError) -> Void) async -> Bool {
    try? await Task.sleep(for: .seconds(Self.beat.every))
    guard let place, !Task.isCancelled else { return false }
    do {
      _ = try await ask("keepalive", at: place, seconds: Self.beat.limit)
      return true
    } catch {
      end(error, lost)
      return false
    }
  }

  private func end(_ error: any Error, _ lost: @Sendable (StreamError) -> Void) {
    let why = (error as? StreamError)?.detail ?? "\(error)"
    let failure = StreamError(.dropped, operation, "the session is lost: \(why)")
    guard let handles = close(failure) else { return }
    for receive in handles { receive(.failure(failure)) }
    lost(failure)
  }

  /// Ends everything here; who is to be told of it, or nil when it was over already.
  private func close(
    _ error: StreamError
  ) -> [@Sendable (Result<Janus.Message, StreamError>) -> Void]? {
    let last = state.withLock { state -> State? in
      guard !state.isOver else { return nil }
      let last = state
      state.isOver = true
      (state.handles, state.tasks) = ([:], [])
      return last
    }
    guard let last else { return nil }
    last.tasks.forEach { $0.cancel() }
    for transaction in last.waiters.keys { resume(transaction, .failure(error)) }
    return Array(last.handles.values)
  }

  /// Ends the session by this side's will.
  func destroy() async {
    let place = place
    _ = close(StreamError(.dropped, operation, "the session was ended here"))
    if let place { _ = try? await ask("destroy", at: place, seconds: 2) }
  }
}
