internal import CFFmpeg
internal import VKCore

/// Turns 8-bit RGBA pictures into indices of a palette of at most 256 colours, picture after picture.
///
/// Pictures of few colours keep them exactly. Others get the colours of `PaletteCut` and Floyd-Steinberg dithering.
/// A palette is kept as long as it serves, so that what stands still stays as it is. Pixels with less than half coverage
/// become the transparent entry.
///
/// SAFETY: one thread uses a quantizer.
final class PaletteQuantizer: @unchecked Sendable {
  private var palette = Palette(colors: [])
  /// The mean squared distance of the picture that the palette was made for.
  private var expectedError = 0.0

  /// Fills `target`, an 8-bit frame with a palette, with the pixels of `buffer`.
  func convert(_ buffer: PixelBuffer, to target: UnsafeMutablePointer<AVFrame>) {
    buffer.withLockedPlanes(.readOnly) { planes in
      let source = PaletteSource(plane: planes[0], format: buffer.format)
      choosePalette(for: source)
      guard let indices = cff_frame_data(target, 0), let table = cff_frame_data(target, 1) else {
        return
      }
      let stride = Int(cff_frame_linesize(target, 0))
      palette.store(in: UnsafeMutableRawPointer(table).assumingMemoryBound(to: UInt32.self))
      PaletteMapping(palette, isExact: expectedError == 0)
        .write(source, to: indices, bytesPerRow: stride)
    }
  }

  private func choosePalette(for source: PaletteSource) {
    if let colors = source.distinctColors() {
      let known = Set(palette.colors)
      let holds = colors.isSubset(of: known) && known.count < 256
      if expectedError > 0 || !holds {
        palette = Palette(colors: colors.sorted())
      }
      expectedError = 0
      return
    }
    let histogram = PaletteHistogram(source)
    // A little worse than its own picture is not seen; a new palette is.
    if expectedError > 0, histogram.error(of: palette) <= expectedError * 1.2 { return }
    palette = PaletteCut(histogram).palette(of: 255)
    expectedError = max(histogram.error(of: palette), 1e-6)
  }
}

/// Colours as 0xRRGGBB; the entry after the last one is transparent.
struct Palette: Sendable {
  let colors: [UInt32]

  /// The index that stands for nothing; pictures without such pixels may have 256 colours.
  var transparent: UInt8 { UInt8(truncatingIfNeeded: colors.count) }

  /// Writes FFmpeg's table of 256 words 0xAARRGGBB.
  func store(in table: UnsafeMutablePointer<UInt32>) {
    for index in 0..<256 {
      table[index] = index < colors.count ? 0xff00_0000 | colors[index] : 0
    }
  }

  /// The index of the nearest colour, by squared distance.
  func nearest(_ red: Int, _ green: Int, _ blue: Int) -> (index: Int, distance: Int) {
    var best = (index: 0, distance: Int.max)
    for (index, color) in colors.enumerated() {
      let r = red - Int(color >> 16 & 255)
      let g = green - Int(color >> 8 & 255)
      let b = blue - Int(color & 255)
      let distance = r * r + g * g + b * b
      if distance < best.distance { best = (index, distance) }
    }
    return best
  }
}

/// The pixels of a picture with red, green, blue and alpha of 8 bits in one plane.
struct PaletteSource {
  let plane: LockedPlane
  private let offsets: (Int, Int, Int, Int)
  private let step: Int

  init(plane: LockedPlane, format: PixelFormat) {
    self.plane = plane
    let components = format.components
    let alpha = format.hasAlpha ? components[3].offset : -1
    offsets = (components[0].offset, components[1].offset, components[2].offset, alpha)
    step = components[0].step
  }

  /// Hands out each row's pixels as 0xRRGGBB, nil where there is less than half coverage.
  @inline(__always)
  func forEach(_ body: (_ x: Int, _ y: Int, _ color: UInt32?) -> Void) {
    for y in 0..<plane.size.height {
      for x in 0..<plane.size.width {
        let at = y * plane.bytesPerRow + x * step
        let isSeen = offsets.3 < 0 || plane.bytes[at + offsets.3] >= 128
        let red = UInt32(plane.bytes[at + offsets.0])
        let green = UInt32(plane.bytes[at + offsets.1])
        let blue = UInt32(plane.bytes[at + offsets.2])
        body(x, y, isSeen ? red << 16 | green << 8 | blue : nil)
      }
    }
  }

  /// The colours that are seen; nil when a palette cannot hold them and what is transparent.
  func distinctColors() -> Set<UInt32>? {
    var colors = Set<UInt32>()
    var room = 256
    var last: UInt32?
    forEach { _, _, color in
      guard let color else {
        room = 255
        return
      }
      guard color != last, colors.count <= room else { return }
      colors.insert(color)
      last = color
    }
    return colors.count <= room ? colors : nil
  }
}

/// Writes the nearest index of each pixel.
struct PaletteMapping {
  private let palette: Palette
  private let isExact: Bool

  init(_ palette: Palette, isExact: Bool) {
    self.palette = palette
    self.isExact = isExact
  }

  func write(_ source: PaletteSource, to target: UnsafeMutablePointer<UInt8>, bytesPerRow: Int) {
    if isExact {
      let indices = Dictionary(
        palette.colors.enumerated().map { ($1, UInt8($0)) }, uniquingKeysWith: { first, _ in first }
      )
      source.forEach { x, y, color in
        target[y * bytesPerRow + x] = color.flatMap { indices[$0] } ?? palette.transparent
      }
    } else {
      dither(source, to: target, bytesPerRow: bytesPerRow)
    }
  }

  /// Hands each pixel's error on to its neighbours: 7/16 right, 3/16, 5/16 and 1/16 below.
  ///
  /// Source: Floyd and Steinberg, "An adaptive algorithm for spatial grey scale", 1976.
  private func dither(
    _ source: PaletteSource, to target: UnsafeMutablePointer<UInt8>, bytesPerRow: Int
  ) {
    let width = source.plane.size.width
    // Nearest indices by six bits a component, found when they are first asked for.
    var known = [Int16](repeating: -1, count: 1 << 18)
    var (here, below) = (
      [SIMD4<Int32>](repeating: .zero, count: width + 2),
      [SIMD4<Int32>](repeating: .zero, count: width + 2)
    )
    var row = 0
    source.forEach { x, y, color in
      if y != row {
        (here, below) = (below, here)
        for index in below.indices { below[index] = .zero }
        row = y
      }
      guard let color else {
        target[y * bytesPerRow + x] = palette.transparent
        return
      }
      let exact = SIMD4(
        Int32(color >> 16 & 255), Int32(color >> 8 & 255), Int32(color & 255), Int32(0))
      let wanted = (exact &+ (here[x + 1] &+ 8) &>> 4).clamped(
        lowerBound: .zero, upperBound: SIMD4(repeating: 255))
      let key = Int(wanted.x >> 2) << 12 | Int(wanted.y >> 2) << 6 | Int(wanted.z >> 2)
      if known[key] < 0 {
        known[key] = Int16(
          palette.nearest(
            Int(wanted.x & ~3) + 2, Int(wanted.y & ~3) + 2, Int(wanted.z & ~3) + 2
          ).index)
      }
      let index = Int(known[key])
      target[y * bytesPerRow + x] = UInt8(index)
      let chosen = palette.colors[index]
      let error =
        wanted
        &- SIMD4(Int32(chosen >> 16 & 255), Int32(chosen >> 8 & 255), Int32(chosen & 255), Int32(0))
      here[x + 2] &+= error &* 7
      below[x] &+= error &* 3
      below[x + 1] &+= error &* 5
      below[x + 2] &+= error
    }
  }
}
