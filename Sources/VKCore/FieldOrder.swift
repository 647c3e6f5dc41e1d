/// Whether the rows of a frame were taken at one moment or, every other row, at two.
public enum FieldOrder: Sendable, Hashable {
  /// All rows at once.
  case progressive
  /// Rows 0, 2, 4 … first.
  case topFirst
  /// Rows 1, 3, 5 … first.
  case bottomFirst

  /// The order when every row has moved by an odd number of rows.
  package var swapped: FieldOrder {
    switch self {
    case .progressive: .progressive
    case .topFirst: .bottomFirst
    case .bottomFirst: .topFirst
    }
  }
}

/// Where the rows of a filter's output come from, which matters when they belong to two fields.
public enum RowParity: Sendable, Hashable {
  /// Even rows from even ones only, odd rows from odd ones: the fields stay apart.
  case kept
  /// Even rows from odd ones only and the other way round: the fields stay apart and change places.
  case swapped
  /// Mostly from the row itself, but from its neighbours too.
  case mixed
  /// From anywhere: the output has no fields.
  case lost
}

extension LinearWeights {
  /// Where the rows of a picture of `size` come from.
  package func rowParity(for size: Size) -> RowParity {
    switch self {
    case .separable(_, let vertical):
      let middle = vertical.count / 2
      return vertical.enumerated().allSatisfy { $0 == middle || $1 == 0 } ? .kept : .mixed
    case .matrix(let rows):
      let middle = rows.count / 2
      let isOneRow = rows.enumerated().allSatisfy { row, weights in
        row == middle || weights.allSatisfy { $0 == 0 }
      }
      return isOneRow ? .kept : .mixed
    case .resampled(let target, _):
      return target.height == size.height ? .kept : .lost
    }
  }
}
