import VKPipeline
import VKPreview

extension Arguments {
  /// The window that `--preview` asks for, nil without; frames are seen as they come.
  func preview(title: String, settings: PipelineSettings) throws -> PreviewWindow? {
    guard options.has(.preview) else { return nil }
    return try PreviewWindow(
      title: title, size: try options.size(.windowSize), gravity: try gravity(), pacing: .arrival,
      device: settings.device)
  }
}
