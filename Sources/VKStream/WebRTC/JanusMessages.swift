/// What Janus' HTTP interface is asked and says; only what is used of it.
enum Janus {
  /// A room, or who publishes in it: a number, or a text where the server is set so.
  enum Identifier: Codable, Sendable, Hashable {
    case number(Int)
    case text(String)

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let number = try? value.decode(Int.self) {
        self = .number(number)
      } else {
        self = .text(try value.decode(String.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var value = encoder.singleValueContainer()
      switch self {
      case .number(let number): try value.encode(number)
      case .text(let text): try value.encode(text)
      }
    }
  }

  /// A question.
  struct Request: Encodable, Sendable {
    var janus: String
    var transaction = ""
    var plugin: String?
    var body: RoomRequest?
    var jsep: Description?
    var token: String?
    var apisecret: String?
  }

  /// A question to the plugin of rooms.
  struct RoomRequest: Encodable, Sendable {
    struct Feed: Encodable, Sendable { var feed: Identifier }
    var request: String
    var room: Identifier?
    var ptype: String?
    var id: Identifier?
    var display: String?
    var pin: String?
    var streams: [Feed]?
    var audio: Bool?
    var video: Bool?
  }

  /// An offer or an answer.
  struct Description: Codable, Sendable {
    var type: String
    var sdp: String
  }

  /// An answer or an event.
  struct Message: Decodable, Sendable {
    struct Fault: Decodable, Sendable {
      var code: Int
      var reason: String
    }
    struct Data: Decodable, Sendable { var id: Int }
    struct Plugin: Decodable, Sendable { var data: Room }
    var janus: String
    var transaction: String?
    var sender: Int?
    var data: Data?
    var error: Fault?
    var plugindata: Plugin?
    var jsep: Description?
    var reason: String?

    private enum Key: String, CodingKey {
      case janus, transaction, sender, data, error, plugindata, jsep, reason
    }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      janus = try values.decode(String.self, forKey: .janus)
      // What is not understood of an event is passed over.
      transaction = try? values.decode(String.self, forKey: .transaction)
      sender = try? values.decode(Int.self, forKey: .sender)
      data = try? values.decode(Data.self, forKey: .data)
      error = try? values.decode(Fault.self, forKey: .error)
      plugindata = try? values.decode(Plugin.self, forKey: .plugindata)
      jsep = try? values.decode(Description.self, forKey: .jsep)
      reason = try? values.decode(String.self, forKey: .reason)
    }
  }

  /// What the plugin of rooms says.
  struct Room: Decodable, Sendable {
    struct Participant: Decodable, Sendable {
      var id: Identifier
      var display: String?
      var publisher: Bool?
    }
    /// What the message is: `joined`, `attached`, `event`, `destroyed`.
    var videoroom: String?
    var code: Int?
    var error: String?
    var participants: [Participant]?
    /// Who was thrown out, left, or stopped publishing: `ok` where that is this side itself.
    var kicked: Identifier?
    var leaving: Identifier?
    var unpublished: Identifier?
    var reason: String?

    private enum Key: String, CodingKey {
      case videoroom, error, participants, kicked, leaving, unpublished, reason
      case code = "error_code"
    }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      videoroom = try? values.decode(String.self, forKey: .videoroom)
      code = try? values.decode(Int.self, forKey: .code)
      error = try? values.decode(String.self, forKey: .error)
      participants = try? values.decode([Participant].self, forKey: .participants)
      kicked = try? values.decode(Identifier.self, forKey: .kicked)
      leaving = try? values.decode(Identifier.self, forKey: .leaving)
      unpublished = try? values.decode(Identifier.self, forKey: .unpublished)
      reason = try? values.decode(String.self, forKey: .reason)
    }
  }

  /// Numbers of faults: of the plugin of rooms from 420 to 439, else of Janus itself.
  enum Fault {
    static let badToken = 403
    static let noSession = 458
    static let noHandle = 459
    static let noPlugin = 460
    static let noRoom = 426
    static let noFeed = 428
    static let badElement = 430
    static let roomFull = 432
    static let unauthorized = 433
    static let nameInUse = 436
    static let badDescription = 437
  }

  /// What a fault means.
  static func error(_ code: Int, _ reason: String, _ operation: String) -> StreamError {
    let (kind, hint): (StreamError.Code, String) =
      switch code {
      case Fault.noRoom: (.notFound, "")
      case Fault.noFeed: (.notFound, "")
      case Fault.noPlugin: (.incompatible, "; the server has no video rooms")
      case Fault.roomFull: (.refused, "; the room is full")
      case Fault.nameInUse: (.nameInUse, "; take another name")
      case Fault.unauthorized, Fault.badToken: (.unauthorized, "; a pin or a token is wanted")
      case Fault.noSession, Fault.noHandle: (.dropped, "")
      case Fault.badDescription: (.incompatible, "")
      default: (.refused, "")
      }
    return StreamError(kind, operation, "Janus says: \(reason)\(hint)")
  }
}
