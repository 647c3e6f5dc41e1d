/// Which release this is.
package enum Release {
  /// The version that every program of the package tells.
  package static let version = "0.1.0"
}
