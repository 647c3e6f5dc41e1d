/// How a picture fills a rectangle of another shape.
public enum Gravity: String, Sendable, Hashable, CaseIterable {
  /// The whole picture, as large as it fits; the rest stays empty.
  case fit
  /// No empty place; what does not fit is cut off, in the middle the picture stays.
  case fill
  /// The whole picture, drawn out to the rectangle's shape.
  case stretch
}

/// What a preview shows of a frame, and which point of the one is which of the other.
///
/// Three systems of coordinates meet here, all with their origin at the top left:
/// the preview's points, in its own units; the upright picture's pixels, where `rect` and `region` lie; and the device's
/// points, fractions of the frame as the sensor gives it: (0, 0) is its top left and (1, 1) its bottom right
/// whatever the orientation. A pure value: nothing is asked of a window or a camera.
public struct VisibleRect: Sendable, Hashable {
  /// The frame's size as the sensor gives it, in pixels.
  public let frame: Size
  /// The preview's size, in its own units.
  public let preview: Size
  /// How the picture fills the preview.
  public let gravity: Gravity
  /// How the frame is turned to stand upright in the preview.
  public let orientation: Orientation

  /// Describes a preview.
  ///
  /// - Precondition: no side is 0 or negative.
  public init(frame: Size, preview: Size, gravity: Gravity, orientation: Orientation = .up) {
    precondition(
      frame.width > 0 && frame.height > 0 && preview.width > 0 && preview.height > 0,
      "pictures and previews have sides")
    self.frame = frame
    self.preview = preview
    self.gravity = gravity
    self.orientation = orientation
  }

  /// The upright picture's size in pixels.
  public var pictureSize: Size { orientation.uprightSize(of: frame) }

  /// Units of the preview that a pixel of the upright picture takes, along x and y.
  package var scale: (x: Double, y: Double) {
    let x = Double(preview.width) / Double(pictureSize.width)
    let y = Double(preview.height) / Double(pictureSize.height)
    return switch gravity {
    case .fit: (min(x, y), min(x, y))
    case .fill: (max(x, y), max(x, y))
    case .stretch: (x, y)
    }
  }

  /// Where the upright picture's top left corner lies in the preview; negative where the picture is cut off.
  package var offset: (x: Double, y: Double) {
    (
      (Double(preview.width) - scale.x * Double(pictureSize.width)) / 2,
      (Double(preview.height) - scale.y * Double(pictureSize.height)) / 2
    )
  }

  /// The visible part of the upright picture, in pixels and their fractions.
  public var rect: (x: Double, y: Double, width: Double, height: Double) {
    func part(_ preview: Int, _ picture: Int, _ scale: Double) -> (Double, Double) {
      let length = min(Double(preview) / scale, Double(picture))
      return ((Double(picture) - length) / 2, length)
    }
    let (x, width) = part(preview.width, pictureSize.width, scale.x)
    let (y, height) = part(preview.height, pictureSize.height, scale.y)
    return (x, y, width, height)
  }

  /// The visible part of the upright picture in whole pixels: the nearest ones, one at least.
  public var region: Region {
    func part(_ length: Double, _ picture: Int) -> (Int, Int) {
      let whole = max(1, Int(length.rounded()))
      return ((picture - whole) / 2, whole)
    }
    let (x, width) = part(rect.width, pictureSize.width)
    let (y, height) = part(rect.height, pictureSize.height)
    return Region(x, y, width, height)
  }

  /// The point of the device that is seen at a point of the preview.
  ///
  /// Outside 0…1 where the preview shows no picture.
  public func devicePoint(fromPreviewPoint point: Point) -> Point {
    let x = (Double(point.x) - offset.x) / (scale.x * Double(pictureSize.width))
    let y = (Double(point.y) - offset.y) / (scale.y * Double(pictureSize.height))
    return orientation.storedPoint(fromUprightPoint: Point(Float(x), Float(y)))
  }

  /// Where a point of the device is seen in the preview.
  ///
  /// Outside the preview where the picture is cut off.
  public func previewPoint(fromDevicePoint point: Point) -> Point {
    let upright = orientation.uprightPoint(fromStoredPoint: point)
    return Point(
      Float(offset.x + scale.x * Double(pictureSize.width) * Double(upright.x)),
      Float(offset.y + scale.y * Double(pictureSize.height) * Double(upright.y)))
  }
}
