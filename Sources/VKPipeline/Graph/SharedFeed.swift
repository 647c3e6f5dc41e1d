internal import VKCore

/// A source's frames for several readers, each at its own pace; what one reads waits for the others.
///
/// One thread uses it.
final class SharedFeed {
  let feed: FrameFeed
  private var readers: [WeakReader] = []

  private struct WeakReader { weak var reader: FeedReader? }

  init(_ feed: FrameFeed) { self.feed = feed }

  /// A reader that begins with `frame`, or with what comes next.
  func makeReader(from frame: Frame? = nil) -> FeedReader {
    let reader = FeedReader(self, frame)
    readers.removeAll { $0.reader == nil }
    readers.append(WeakReader(reader: reader))
    return reader
  }

  /// Hands a frame that one reader has taken to the others.
  fileprivate func share(_ frame: Frame, by taker: FeedReader) {
    for reader in readers.compactMap(\.reader) where reader !== taker { reader.wait(frame) }
  }
}

/// One reader of a source's frames.
final class FeedReader {
  private unowned let shared: SharedFeed
  private var waiting: [Frame] = []

  fileprivate init(_ shared: SharedFeed, _ frame: Frame?) {
    self.shared = shared
    if let frame { waiting.append(frame) }
  }

  fileprivate func wait(_ frame: Frame) { waiting.append(frame) }

  /// The next frame, waiting for it; nil at the end.
  func next() throws -> Frame? {
    if !waiting.isEmpty { return waiting.removeFirst() }
    let frame = try shared.feed.next()
    if let frame { shared.share(frame, by: self) }
    return frame
  }

  /// The next frame if it is there already.
  func nextIfReady() -> Frame? {
    if !waiting.isEmpty { return waiting.removeFirst() }
    let frame = shared.feed.nextIfReady()
    if let frame { shared.share(frame, by: self) }
    return frame
  }
}
