internal import CFFmpeg
internal import VKCore

/// HDR10's static metadata: the display that a movie was mastered on and its brightest lights.
struct HDRMetadata {
  private var mastering: AVMasteringDisplayMetadata?
  private var light: AVContentLightMetadata?

  /// What a frame says, else what its stream says; nil when neither says anything.
  init?(frame: UnsafePointer<AVFrame>?, stream: UnsafePointer<AVStream>?) {
    mastering =
      (frame.flatMap { cff_frame_mastering($0) } ?? stream.flatMap { cff_stream_mastering($0) })?
      .pointee
    light =
      (frame.flatMap { cff_frame_light($0) } ?? stream.flatMap { cff_stream_light($0) })?.pointee
    if mastering == nil, light == nil { return nil }
  }

  /// The brightest light in cd/m², where it is said.
  var peakLuminance: Double? {
    if let light, light.MaxCLL > 0 { return Double(light.MaxCLL) }
    guard let mastering, mastering.has_luminance != 0 else { return nil }
    let peak = av_q2d(mastering.max_luminance)
    return peak > 0 ? peak : nil
  }

  /// Says it in a container's stream.
  func describe(_ stream: UnsafeMutablePointer<AVStream>) throws {
    if var mastering {
      try check(cff_stream_set_mastering(stream, &mastering), "describe the pictures")
    }
    if var light { try check(cff_stream_set_light(stream, &light), "describe the pictures") }
  }

  /// Adds to an encoder's options what writes it into the pictures themselves; false when it has no such options.
  func add(to options: inout [String: String], of encoder: String) -> Bool {
    let keys: (list: String, display: String, light: String, more: String)? =
      switch encoder {
      case "libx265": ("x265-params", "master-display", "max-cll", "hdr10=1:repeat-headers=1")
      case "libx264": ("x264-params", "mastering-display", "cll", "")
      default: nil
      }
    guard let keys else { return false }
    var words = [options[keys.list], keys.more].compactMap { $0 }.filter { !$0.isEmpty }
    if var mastering, mastering.has_primaries != 0, mastering.has_luminance != 0 {
      var text = [CChar](repeating: 0, count: 160)
      cff_mastering_text(&mastering, &text, Int32(text.count))
      let end = text.firstIndex(of: 0) ?? text.count
      let display = String(decoding: text[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      words.append("\(keys.display)=\(display)")
    }
    if let light { words.append("\(keys.light)=\(light.MaxCLL),\(light.MaxFALL)") }
    options[keys.list] = words.joined(separator: ":")
    return true
  }
}

/// Takes off a frame what the encoded pictures no longer are, or cannot say.
///
/// Dolby Vision's and HDR10+'s numbers a frame are for the pixels as they were graded, and no encoder here writes them.
func removeLightMetadata(of frame: UnsafeMutablePointer<AVFrame>, keepsStatic: Bool) {
  for type in [
    AV_FRAME_DATA_DOVI_RPU_BUFFER, AV_FRAME_DATA_DOVI_METADATA, AV_FRAME_DATA_DYNAMIC_HDR_PLUS,
  ] {
    av_frame_remove_side_data(frame, type)
  }
  if keepsStatic { return }
  av_frame_remove_side_data(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA)
  av_frame_remove_side_data(frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL)
}

/// Whether a frame brings Dolby Vision's or HDR10+'s numbers.
func dynamicMetadata(of frame: UnsafePointer<AVFrame>) -> String? {
  let names = [
    (AV_FRAME_DATA_DOVI_RPU_BUFFER, "Dolby Vision"), (AV_FRAME_DATA_DOVI_METADATA, "Dolby Vision"),
    (AV_FRAME_DATA_DYNAMIC_HDR_PLUS, "HDR10+"),
  ]
  return names.first { av_frame_get_side_data(frame, $0.0) != nil }?.1
}
