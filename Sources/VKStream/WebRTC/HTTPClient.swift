internal import Foundation
internal import FoundationNetworking
internal import VKCore
internal import VKMedia

/// An answer of a server.
struct HTTPAnswer: Sendable {
  /// The status code.
  var status: Int
  /// The headers, names in small letters; several of one name are joined by commas.
  var headers: [String: String]
  /// The body.
  var body: Data
  /// Where it came from, after redirections.
  var url: URL

  /// The body as text.
  var text: String { String(decoding: body, as: UTF8.self) }
}

/// Asks servers, each time with a limit.
///
/// Names, passwords and tokens never are in what it throws.
final class HTTPClient: NSObject, URLSessionDataDelegate, Sendable {
  private struct Exchange {
    var body = Data()
    var isRefused = false
    let continuation: CheckedContinuation<HTTPAnswer, any Error>
  }

  private static let longestBody = 1 << 20
  private let authorization: String?
  private let operation: String
  private let isSecure: Bool
  private let exchanges = Locked<[Int: Exchange]>([:])
  private let session = Locked<URLSession?>(nil)

  /// - Parameters:
  ///   - options: who wants in.
  ///   - address: where the rest of that stands.
  ///   - operation: what is done, for errors.
  init(_ options: StreamSessionOptions, _ address: StreamAddress, operation: String) {
    self.operation = operation
    isSecure = address.spoken.scheme == "https"
    if let token = options.bearerToken {
      authorization = "Bearer \(token)"
    } else if let user = options.user ?? address.user {
      let login = "\(user):\(options.password ?? address.password ?? "")"
      let text = Data(login.utf8).base64EncodedString()
      hide(text)
      authorization = "Basic \(text)"
    } else {
      authorization = nil
    }
    super.init()
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = 12
    configuration.timeoutIntervalForRequest = 90
    configuration.httpShouldSetCookies = false
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    self.session.withLock { $0 = session }
  }

  /// Asks nothing afterwards; what is still asked ends by itself.
  func close() {
    session.withLock { session in
      session?.finishTasksAndInvalidate()
      session = nil
    }
  }

  /// Asks, and follows redirections that keep the question (307, 308) on the same terms.
  ///
  /// - Throws: `StreamError` when there is no answer within `seconds`.
  func send(
    _ method: String, _ url: URL, type: String? = nil, body: Data? = nil, seconds: Double = 4.5
  ) async throws -> HTTPAnswer {
    var url = url
    let end = ContinuousClock.now + .seconds(seconds)
    for _ in 0..<5 {
      var request = URLRequest(url: url)
      request.httpMethod = method
      request.httpBody = body
      // Longer than anybody waits: the task is left alone then.
      request.timeoutInterval = seconds + 5
      if let type { request.setValue(type, forHTTPHeaderField: "Content-Type") }
      if let authorization { request.setValue(authorization, forHTTPHeaderField: "Authorization") }
      let answer = try await exchange(request, until: end)
      guard [307, 308].contains(answer.status), let place = answer.headers["location"],
        let next = URL(string: place, relativeTo: url)?.absoluteURL
      else { return answer }
      // What lets in is for the server that was named, and no other is told it.
      guard authorization == nil || next.host == url.host && next.scheme == url.scheme else {
        throw StreamError(
          .refused, operation, "the server sends on to \(next.host ?? "another"), with no login")
      }
      url = next
    }
    throw StreamError(.refused, operation, "the server sends on for ever")
  }

  private func exchange(
    _ request: URLRequest, until end: ContinuousClock.Instant
  ) async throws -> HTTPAnswer {
    guard let task = session.withLock({ $0?.dataTask(with: request) }) else {
      throw StreamError(.dropped, operation, "the session has ended")
    }
    // A task is never cancelled but forgotten: where one completes at the same moment, Foundation ends the process.
    let number = task.taskIdentifier
    let timer = Task { [self] in
      try await Task.sleep(until: end)
      resume(
        number,
        .failure(StreamError(.timeout, operation, "the server does not answer in time")))
    }
    defer { timer.cancel() }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        exchanges.withLock { $0[number] = Exchange(continuation: continuation) }
        task.resume()
        if Task.isCancelled { resume(number, .failure(CancellationError())) }
      }
    } onCancel: {
      resume(number, .failure(CancellationError()))
    }
  }

  private func resume(_ number: Int, _ result: Result<HTTPAnswer, any Error>) {
    exchanges.withLock { $0.removeValue(forKey: number) }?.continuation.resume(with: result)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooMuch = exchanges.withLock { exchanges -> Bool in
      exchanges[dataTask.taskIdentifier]?.body.append(data)
      return (exchanges[dataTask.taskIdentifier]?.body.count ?? 0) > Self.longestBody
    }
    if isTooMuch {
      resume(
        dataTask.taskIdentifier,
        .failure(StreamError(.refused, operation, "the server's answer has no end")))
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    // What lets in was sent with the question: that it does not is the answer.
    exchanges.withLock { $0[task.taskIdentifier]?.isRefused = true }
    completionHandler(.cancelAuthenticationChallenge, nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else {
      return
    }
    guard error == nil || exchange.isRefused, let response = task.response as? HTTPURLResponse,
      let url = response.url ?? task.currentRequest?.url
    else {
      return exchange.continuation.resume(throwing: failure(error))
    }
    var headers: [String: String] = [:]
    for (name, value) in response.allHeaderFields {
      headers["\(name)".lowercased()] = "\(value)"
    }
    exchange.continuation.resume(
      returning: HTTPAnswer(
        status: response.statusCode, headers: headers, body: exchange.body, url: url))
  }

  private func failure(_ error: (any Error)?) -> StreamError {
    let code = (error as? URLError)?.code
    switch code {
    case .cannotFindHost, .dnsLookupFailed:
      return StreamError(.unreachable, operation, "there is no such host")
    case .cannotConnectToHost:
      return StreamError(.unreachable, operation, "nothing listens there; is the server running?")
    case .timedOut:
      return StreamError(.timeout, operation, "the server does not answer in time")
    default:
      // What is wrong with a certificate is not told apart from other ends of a connection here.
      let certificate = isSecure ? ", or its certificate is not one that this machine trusts" : ""
      return StreamError(
        .unreachable, operation,
        "the server closed the connection before it had answered" + certificate)
    }
  }
}

extension HTTPAnswer {
  /// What a refusal means.
  func error(_ operation: String) -> StreamError {
    let reason = text.split { $0.isNewline }.first.map { ": " + redacted(String($0.prefix(120))) }
    let isHTML = text.hasPrefix("<")
    let detail = "the server says \(status)" + (isHTML ? "" : reason ?? "")
    let code: StreamError.Code =
      switch status {
      case 401, 403, 407: .unauthorized
      case 404, 410: .notFound
      case 409: .nameInUse
      case 406, 415, 422: .incompatible
      case 408, 504: .timeout
      default: .refused
      }
    let hint = code == .unauthorized ? " (a user and password, or a token, are wanted)" : ""
    return StreamError(code, operation, detail + hint)
  }
}
