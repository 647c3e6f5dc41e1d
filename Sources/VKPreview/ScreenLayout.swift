internal import VKCatalog
internal import VKCore

/// How a picture comes into a window: what is cut off it, the size it gets, and where it lies.
struct ScreenLayout: Equatable {
  /// What is kept of the picture; nil keeps all.
  let crop: Region?
  /// The size that is shown.
  let size: Size
  /// Where it lies in the window.
  let place: Region
  private let picture: Size

  /// Lays out a picture whose pixels may not be square in a window.
  init(_ picture: Size, pixelAspectRatio ratio: (Int32, Int32), window: Size, gravity: Gravity) {
    self.picture = picture
    let shown = Self.shownSize(of: picture, ratio)
    let visible = VisibleRect(frame: shown, preview: window, gravity: gravity)
    switch gravity {
    case .stretch: (crop, size) = (nil, window)
    case .fit:
      func length(_ side: Int, _ scale: Double, _ most: Int) -> Int {
        min(max(Int((Double(side) * scale).rounded()), 1), most)
      }
      crop = nil
      size = Size(
        length(shown.width, visible.scale.x, window.width),
        length(shown.height, visible.scale.y, window.height))
    case .fill:
      let region = visible.region
      let width = max(region.width * picture.width / shown.width, 1)
      let kept = Region(
        (picture.width - width) / 2, region.y, width, region.height)
      crop = kept == Region(0, 0, picture.width, picture.height) ? nil : kept
      size = window
    }
    place = Region(
      (window.width - size.width) / 2, (window.height - size.height) / 2, size.width, size.height)
  }

  /// The size that square pixels show a picture in.
  static func shownSize(of picture: Size, _ ratio: (Int32, Int32)) -> Size {
    guard ratio.0 > 0, ratio.1 > 0, ratio.0 != ratio.1 else { return picture }
    let width = Double(picture.width) * Double(ratio.0) / Double(ratio.1)
    return Size(max(Int(width.rounded()), 1), picture.height)
  }

  /// The filters that make the picture what is shown.
  var filters: [any Filter] {
    var filters: [any Filter] = []
    let kept = crop.map { Size($0.width, $0.height) } ?? picture
    if let crop { filters.append(Crop(region: crop)) }
    if kept != size {
      filters.append(Scale(width: size.width, height: size.height, interpolation: .bilinear))
    }
    return filters
  }
}
