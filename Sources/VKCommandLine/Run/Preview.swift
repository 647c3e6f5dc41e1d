import VKPipeline
import VKPreview

extension PreviewWindow {
  /// Shows what comes out of the last slot; `stop` is called when the window is closed.
  ///
  /// A window that is lost is an error, but not beside an output, whose run `monitor` watches: it is said, and all goes on.
  func show(
    _ slots: [FilterSlot], beside monitor: RunMonitor?,
    whenClosed stop: @escaping @Sendable () -> Void
  ) {
    slots[slots.count - 1] --> self
    addKeys(for: slots)
    onClose(stop)
    guard let monitor, !monitor.isStrict else { return }
    onLoss { try? monitor.say(["there is no window any more: \(Failure($0).message)"]) }
  }
}

extension Arguments {
  /// Refuses options for a window where there is none.
  func refuseWindowOptions(because reason: String) throws(Failure) {
    for option in [Option.gravity, .windowSize] where options.has(option) {
      throw .usage("option \(option.name) is for a window, and \(reason)")
    }
  }

  /// The window that `--preview` asks for, nil without; frames are seen as they come.
  func preview(title: String, settings: PipelineSettings) throws -> PreviewWindow? {
    guard options.has(.preview) else { return nil }
    return try PreviewWindow(
      title: title, size: try options.size(.windowSize), gravity: try gravity(), pacing: .arrival,
      device: settings.device)
  }
}
