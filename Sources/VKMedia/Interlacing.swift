internal import CFFmpeg
internal import VKCore

extension FieldOrder {
  /// The order that a decoded frame says.
  init(_ frame: UnsafePointer<AVFrame>) {
    self =
      cff_frame_is_interlaced(frame) == 0
      ? .progressive : cff_frame_is_top_first(frame) != 0 ? .topFirst : .bottomFirst
  }

  /// The order that a stream says.
  ///
  /// By what FFmpeg's containers and Matroska mean by the two letters, the first one counts.
  init(_ order: AVFieldOrder) {
    switch order {
    case AV_FIELD_TT, AV_FIELD_TB: self = .topFirst
    case AV_FIELD_BB, AV_FIELD_BT: self = .bottomFirst
    default: self = .progressive
    }
  }

  /// What a stream says whose frames hold both fields.
  func streamOrder(for codec: AVCodecID) -> AVFieldOrder {
    // Motion JPEG's fields are two pictures.
    let isApart = codec == AV_CODEC_ID_MJPEG
    switch self {
    case .progressive: return AV_FIELD_PROGRESSIVE
    case .topFirst: return isApart ? AV_FIELD_TT : AV_FIELD_TB
    case .bottomFirst: return isApart ? AV_FIELD_BB : AV_FIELD_BT
    }
  }
}

/// How a codec keeps the order of fields.
enum FieldKeeping {
  /// Frames carry it by themselves.
  case frames
  /// The encoder has to code for it.
  case coding
  /// Not at all; at best the container says it.
  case none

  init(_ codec: AVCodecID, stored: AVPixelFormat, height: Int) {
    switch codec {
    case AV_CODEC_ID_H264:
      // x264 codes pairs of rows of macroblocks, whose chroma must come out even.
      let unit = 2 << Self.chromaShift(stored)
      self = height % unit == 0 ? .coding : .none
    case AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_MPEG4, AV_CODEC_ID_DNXHD, AV_CODEC_ID_PRORES:
      self = .coding
    case AV_CODEC_ID_FFV1, AV_CODEC_ID_FFVHUFF, AV_CODEC_ID_HUFFYUV, AV_CODEC_ID_UTVIDEO,
      AV_CODEC_ID_DVVIDEO, AV_CODEC_ID_RAWVIDEO, AV_CODEC_ID_WRAPPED_AVFRAME, AV_CODEC_ID_MJPEG:
      self = .frames
    default: self = .none
    }
  }

  private static func chromaShift(_ format: AVPixelFormat) -> Int {
    Int(av_pix_fmt_desc_get(format)?.pointee.log2_chroma_h ?? 0)
  }
}
