internal import VKCore

/// The weights of a mean over `2·radius + 1` samples.
func box(radius: Int) -> [Double] {
  [Double](repeating: 1 / Double(2 * radius + 1), count: 2 * radius + 1)
}

/// The weights of two rows one after the other.
func convolved(_ a: [Double], _ b: [Double]) -> [Double] {
  var result = [Double](repeating: 0, count: a.count + b.count - 1)
  for (i, x) in a.enumerated() { for (j, y) in b.enumerated() { result[i + j] += x * y } }
  return result
}

/// The binomial weights of an odd count.
func binomial(count: Int) -> [Double] {
  (1..<max(count, 1)).reduce([1]) { row, _ in convolved(row, [0.5, 0.5]) }
}
