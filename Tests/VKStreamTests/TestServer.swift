import Glibc

@testable import VKCore

/// A server of the web that answers as a test says.
final class TestServer: Sendable {
  struct Question: Sendable {
    var method: String
    var path: String
    var headers: [String: String]
    var body: String
  }

  enum Reply: Sendable {
    case answer(Int, [String: String] = [:], String = "")
    /// The connection is closed.
    case hangUp
    /// Nothing is ever said.
    case silence
  }

  let port: Int
  private let descriptor: Int32
  private let reply: @Sendable (Question) -> Reply
  private let asked = Locked<[Question]>([])
  private let open = Locked<[Int32]>([])

  init(_ reply: @escaping @Sendable (Question) -> Reply) throws {
    self.reply = reply
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, length) == 0 && listen(descriptor, 16) == 0
          && getsockname(descriptor, pointer, &length) == 0
      }
    }
    guard isBound else { throw Failure() }
    port = Int(UInt16(bigEndian: address.sin_port))
    _ = WorkerThread { [weak self] in
      while true {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0, let server = self else { return }
        server.open.withLock { $0.append(connection) }
        _ = WorkerThread { server.serve(connection) }
      }
    }
  }

  struct Failure: Error {}

  deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// What was asked so far.
  var questions: [Question] { asked.withLock { $0 } }

  /// Closes all connections and takes no more.
  func stop() {
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
    for connection in open.withLock({ $0 }) { shutdown(connection, Int32(SHUT_RDWR)) }
  }

  private func serve(_ connection: Int32) {
    guard let question = Self.read(connection) else { return }
    asked.withLock { $0.append(question) }
    switch reply(question) {
    case .hangUp: shutdown(connection, Int32(SHUT_RDWR))
    case .silence: break
    case .answer(let status, let headers, let body):
      var text = "HTTP/1.1 \(status) Status\r\nConnection: close\r\n"
      text += "Content-Length: \(body.utf8.count)\r\n"
      for (name, value) in headers { text += "\(name): \(value)\r\n" }
      let bytes = Array((text + "\r\n" + body).utf8)
      _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      shutdown(connection, Int32(SHUT_RDWR))
    }
  }

  private static func read(_ connection: Int32) -> Question? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let text = String(decoding: bytes, as: UTF8.self)
      if let end = text.firstRange(of: "\r\n\r\n") {
        let lines = text[..<end.lowerBound].components(by: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
          let parts = line.split(separator: ":", maxSplits: 1)
          headers[parts[0].lowercased()] = parts[1].drop { $0 == " " }.description
        }
        let length = headers["content-length"].flatMap { Int($0) } ?? 0
        let body = text[end.upperBound...]
        if body.utf8.count >= length {
          let words = lines[0].split(separator: " ")
          return Question(
            method: String(words[0]), path: String(words[1]), headers: headers, body: String(body))
        }
      }
      let count = recv(connection, &chunk, chunk.count, 0)
      guard count > 0 else { return nil }
      bytes += chunk[..<count]
    }
  }
}

extension Substring {
  fileprivate func components(by separator: String) -> [Substring] {
    split(separator: separator, omittingEmptySubsequences: true)
  }
}
