/// What is known of the way to a server.
public enum SessionStatus: Sendable, Equatable {
  /// The server is being reached.
  case connecting
  /// The server answers.
  case established
  /// The session is over: it was ended here, or the server went away.
  case disconnected(reason: String)
  /// The server could not be reached, or refused.
  case failed(StreamError)
}

/// What is known of a stream.
public enum StreamStatus: Sendable, Equatable {
  /// Nothing has come through yet.
  case pending
  /// The server takes it.
  case publishing
  /// It is received.
  case playing
  /// The server does not have it any more; it is being published again where that was asked for.
  case unpublished
  /// It was ended here, or by who publishes it.
  case stopped
  /// Less gets through than is sent: pictures are left out or made coarser.
  case notEnoughBandwidth
  /// It is over, against the will of this side.
  case failed(StreamError)
}
