internal import VKCatalog
package import VKCore

/// What is measured, in order.
package struct BenchmarkPlan: Sendable {
  /// A chain at a size in a pixel format.
  package struct Item: Sendable, Hashable {
    package let chain: BenchmarkChain
    package let size: Size
    package let format: PixelFormat
  }

  /// The items in order.
  package let items: [Item]

  private init(items: [Item], rowSeconds: Double = 1, longestFrame: Double? = nil) {
    self.items = items
    self.rowSeconds = rowSeconds
    self.longestFrame = longestFrame
  }

  /// Seconds for all of it; nil takes as long as it takes.
  package private(set) var seconds: Double?
  /// Seconds that a row may take, frames of at least a few apart.
  package var rowSeconds: Double
  /// Seconds that a frame may take; a chain whose frames take longer is left out.
  ///
  /// Nil lets every chain be measured.
  package private(set) var longestFrame: Double?

  /// The same, to end in so many seconds; chains whose frames take more than a twentieth of them are left out.
  func limited(to seconds: Double) -> BenchmarkPlan {
    var plan = self
    plan.seconds = seconds
    plan.longestFrame = seconds / 20
    return plan
  }

  /// The sizes from 480p to 8K.
  package static let sizes = [
    Size(854, 480), Size(1280, 720), Size(1920, 1080), Size(2560, 1440), Size(3840, 2160),
    Size(7680, 4320),
  ]
  /// The size that the cost of chains is compared at.
  package static let commonSize = Size(1920, 1080)
  static let formats: [PixelFormat] = [.nv12, .i420, .p010, .bgra]

  /// Every chain at one size, and a few at some sizes in some formats.
  package static let usual: BenchmarkPlan = {
    var items = BenchmarkChain.all.map { Item(chain: $0, size: commonSize, format: .nv12) }
    for size in sizes.prefix(3) where size != commonSize {
      items += BenchmarkChain.main.map { Item(chain: $0, size: size, format: .nv12) }
    }
    for format in formats where format != .nv12 {
      items += BenchmarkChain.main.map { Item(chain: $0, size: commonSize, format: format) }
    }
    return BenchmarkPlan(items: items).limited(to: 45)
  }()

  /// Every chain at every size, and a few in every format.
  package static let full: BenchmarkPlan = {
    var items: [Item] = []
    for size in sizes {
      items += BenchmarkChain.all.map { Item(chain: $0, size: size, format: .nv12) }
      for format in formats where format != .nv12 {
        items += BenchmarkChain.main.map { Item(chain: $0, size: size, format: format) }
      }
    }
    return BenchmarkPlan(items: items, rowSeconds: 2)
  }()

  /// Every filter of the catalogue by itself with its defaults.
  package static let catalogue: BenchmarkPlan = {
    let filters = FilterCatalog.all.filter { !($0.make([:]) is any StreamFilter) }
    let items = filters.sorted { $0.name < $1.name }.map {
      Item(chain: BenchmarkChain($0.name, $0.name), size: commonSize, format: .nv12)
    }
    return BenchmarkPlan(items: items, rowSeconds: 0.4, longestFrame: 5)
  }()

  /// The places of the items in the order in which they are measured: those of the plots first, should the time be up.
  var order: [Int] {
    func isLate(_ item: Item) -> Bool {
      !BenchmarkChain.main.contains(item.chain) && !item.chain.name.hasPrefix("colour-")
    }
    let places = items.indices
    return places.filter { !isLate(items[$0]) } + places.filter { isLate(items[$0]) }
  }

  /// Chains of the user's own, at every one of these sizes in every one of these formats.
  package static func own(
    _ chains: [BenchmarkChain], sizes: [Size], formats: [PixelFormat]
  ) -> BenchmarkPlan {
    var items: [Item] = []
    for chain in chains {
      for size in sizes { items += formats.map { Item(chain: chain, size: size, format: $0) } }
    }
    return BenchmarkPlan(items: items)
  }
}
