import Glibc
import VKCatalog
import VKCompute
import VKCore
import VKMedia
import VKPipeline

extension Command {
  /// A page with every filter.
  static let gallery = Command(
    name: "gallery", summary: "Show filters, or these, on a picture: a page for a browser.",
    usage: "--html DIR [-i IMAGE [-i IMAGE2]] [-y] [FILTER…]",
    options: [.input, .galleryFolder, .overwrite, .device] + Option.talk + [.help],
    operands: 0...Int.max
  ) { arguments in
    try arguments.applyLogLevel()
    guard let folder = arguments.options[.galleryFolder] else {
      throw Failure.usage("'gallery' needs --html DIR, the folder of the page")
    }
    let gallery = try await Gallery(arguments, in: folder)
    try gallery.prepareFolder(overwrites: arguments.options.has(.overwrite))
    Interruption.onSignal {}
    try await gallery.write()
  }
}

extension Option {
  fileprivate static let galleryFolder = Option(
    "--html", value: "DIR", for: .command,
    "The folder that takes index.html and its pictures; it is made.")
}

/// Every filter on one picture.
private struct Gallery {
  private static let example = "Examples/media/phone.mp4"
  private static let original = "original.jpg"

  private let folder: String
  private let device: Device
  private let filters: [FilterDescription]
  /// The picture and the one that filters of two inputs lay over it.
  private let pictures: [Picture]

  /// Reads the pictures and makes them small.
  init(_ arguments: Arguments, in folder: String) async throws {
    self.folder = folder
    let names = arguments.operands
    filters =
      try names.isEmpty ? FilterCatalog.all.filter { $0.category != .stream } : names.flatMap(find)
    device = try arguments.device()
    var paths = arguments.inputs.map(\.path)
    if paths.isEmpty, access(Self.example, R_OK) == 0 { paths = [Self.example] }
    guard let first = paths.first, paths.count <= 2 else {
      throw Failure.usage("'gallery' needs a picture, -i IMAGE, and takes two at most")
    }
    let picture = try await Self.small(Picture(first), on: device)
    let second =
      paths.count > 1
      ? try await Self.small(Picture(paths[1]), to: picture.pixelBuffer.size, on: device)
      : try await picture.filtered(by: FilterChain([HorizontalFlip()]), on: device)
    pictures = [picture, second]
  }

  /// An upright picture of at most 320 columns or 240 rows, or of `size`.
  private static func small(
    _ picture: Picture, to size: Size? = nil, on device: Device
  ) async throws -> Picture {
    let stored = picture.pixelBuffer.size
    let isTurned = picture.orientation.swapsAxes
    let (width, height) =
      isTurned ? (stored.height, stored.width) : (stored.width, stored.height)
    let factor = min(1, 320 / Double(width), 240 / Double(height))
    let scale = Scale(
      width: size?.width ?? max(1, Int((Double(width) * factor).rounded())),
      height: size?.height ?? max(1, Int((Double(height) * factor).rounded())))
    return try await picture.filtered(by: FilterChain([scale]), on: device)
  }

  func prepareFolder(overwrites: Bool) throws(Failure) {
    try makeOutputFolder(folder)
    guard overwrites || !WholeFile("\(folder)/index.html").replacesFile else {
      throw Failure(.cannotCreate, "\(folder)/index.html exists; -y replaces it")
    }
  }

  func write() async throws {
    try write(pictures[0], as: Self.original)
    var entries: [GalleryEntry] = []
    for filter in filters.sorted(by: { $0.name < $1.name }) {
      entries.append(GalleryEntry(filter: filter, shown: try await examples(of: filter)))
    }
    let page = GalleryPage(original: Self.original, entries: entries)
    let path = "\(folder)/index.html"
    do throws(WholeFile.Failure) { try WholeFile(path).write(page.html) } catch {
      throw Failure(.cannotCreate, "\(path): \(error)")
    }
    try printData("\(path)\n")
  }

  /// The filter as it comes, and at up to three values that the picture is fit for.
  private func examples(
    of filter: FilterDescription
  ) async throws -> [(chain: String, outcome: GalleryEntry.Outcome)] {
    var shown: [(example: GalleryCase, outcome: GalleryEntry.Outcome)] = []
    for example in GalleryCase.all(of: filter) where shown.count < 4 {
      if let code = Interruption.exitCode { throw Interrupted(code: code) }
      do {
        shown.append((example, try await outcome(of: example, filter, shown.count)))
      } catch let error as FilterError {
        if shown.isEmpty { return [(example.chain, .nothing(error.detail))] }
      }
    }
    return shown.sorted { $0.example.order < $1.example.order }.map {
      ($0.example.chain, $0.outcome)
    }
  }

  /// What a filter makes of the picture.
  private func outcome(
    of example: GalleryCase, _ filter: FilterDescription, _ number: Int
  ) async throws -> GalleryEntry.Outcome {
    let chain = FilterChain([filter.make(example.values)])
    if chain.filters.last is any ReductionFilter {
      let renderer = try ChainRenderer(chain.filters, device: device)
      let values = try renderer.values(pictures.prefix(filter.inputs).map(\.pixelBuffer))
      return .numbers(try jsonText(JSONNumbers(values)))
    }
    let picture = try await pictures[0].filtered(
      by: chain, with: Array(pictures[1..<max(1, filter.inputs)]), on: device)
    let kind = picture.pixelBuffer.format.hasAlpha ? "png" : "jpg"
    let name = "\(filter.name)-\(number).\(kind)"
    try write(picture, as: name)
    return .picture(name)
  }

  private func write(_ picture: Picture, as name: String) throws {
    var options = MovieWriterOptions()
    options.overwrite = true
    try picture.write(to: "\(folder)/\(name)", options: options)
  }
}
