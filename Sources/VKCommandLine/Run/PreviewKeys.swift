import Glibc
import VKMedia
import VKPipeline
import VKPreview

extension PreviewWindow {
  /// Lets `f` apply and remove the filters, and `s` write what is shown as a still.
  func addKeys(for slots: [FilterSlot]) {
    onKey("f") { for slot in slots { slot.toggle() } }
    onKey("s") { [weak self] in
      guard let picture = self?.picture else { return }
      do {
        let path = try freePath()
        try Picture(picture).write(to: path)
        console.report("still \(path)")
      } catch {
        console.error(Failure(error).message)
      }
    }
  }
}

/// The first name of stills that is free in the current folder.
private func freePath() throws -> String {
  for number in 1...9999 {
    let digits = "\(number)"
    let path = "still-" + String(repeating: "0", count: 4 - digits.count) + digits + ".png"
    if access(path, F_OK) != 0 { return path }
  }
  throw Failure(.cannotCreate, "still-9999.png exists; move the stills elsewhere")
}
