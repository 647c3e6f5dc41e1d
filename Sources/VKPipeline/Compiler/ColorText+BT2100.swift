internal import VKCore

// Matrices whose colour differences are not taken from gamma-encoded RGB by one matrix: they are read, never written.
extension ColorText {
  /// ICtCp: the matrix gives gamma-encoded LMS, whose light another turns into that of BT.2020's RGB.
  ///
  /// Source: ITU-R BT.2100-2, table 7.
  var decodeICtCp: String {
    let isHLG = surface.colorSpace.transfer == .hlg
    let differences =
      isHLG
      ? [[3625.0, -7465, 3840], [9500, -9212, -288]]
      : [[6610.0, -13613, 7003], [17933, -17390, -543]]
    let toICtCp = [[2048.0, 2048, 0]] + differences
    let toLMS: [[Double]] = [[1688, 2146, 262], [683, 2951, 462], [99, 309, 3688]]
    let suffix = "_lms_\(name)"
    let transfer = TransferText(colorSpace: surface.colorSpace, suffix: suffix).functions
    return """
      \(transfer)
      vec4 decode_\(name)(vec4 s) {
        vec3 i = vec3(\(unscaled("s.x", luma)), \(unscaled("s.yz", chroma)));
        vec3 l = to_linear\(suffix)(\(product(toICtCp, "i")));
        s.rgb = from_linear\(suffix)(\(product(toLMS, "l")));
        return s;
      }

      """
  }

  /// The product of `4096 M⁻¹` with a vector.
  private func product(_ matrix: [[Double]], _ vector: String) -> String {
    let inverse = matrix.map { $0.map { $0 / 4096 } }.inverted ?? matrix
    let rows = inverse.map {
      "dot(\(vector), vec3(\($0.map(literal).joined(separator: ", "))))"
    }
    return "vec3(\(rows.joined(separator: ", ")))"
  }

  /// BT.2020 with constant luminance: luma is the luminance's code, and green is what luminance leaves over.
  ///
  /// Source: ITU-R BT.2020-2, table 4.
  var decodeConstantLuminance: String {
    let suffix = "_light_\(name)"
    let transfer = TransferText(colorSpace: surface.colorSpace, suffix: suffix).functions
    return """
      \(transfer)
      vec4 decode_\(name)(vec4 s) {
        float y = \(unscaled("s.x", luma));
        vec2 d = \(unscaled("s.yz", chroma));
        float b = y + d.x * (d.x <= 0.0 ? 1.9404 : 1.5816);
        float r = y + d.y * (d.y <= 0.0 ? 1.7184 : 0.9936);
        vec3 l = to_linear\(suffix)(vec3(r, y, b));
        l.g = (l.g - 0.2627 * l.r - 0.0593 * l.b) / 0.678;
        s.rgb = vec3(r, from_linear\(suffix)(l).g, b);
        return s;
      }

      """
  }
}
