internal import CFFmpeg

extension UnsafePointer<AVOutputFormat> {
  /// Whether the container holds packets of a codec.
  ///
  /// Some of FFmpeg's muxers do not say, and refuse late or write what no player reads.
  func holds(_ codec: AVCodecID) -> Bool {
    if let held = heldCodecs[String(cString: pointee.name)] { return held.contains(codec) }
    let answer = avformat_query_codec(self, codec, FF_COMPLIANCE_NORMAL)
    if answer >= 0 { return answer > 0 }
    // Nothing is known: a container with a usual codec of the kind gets the benefit of the doubt.
    return switch avcodec_get_type(codec) {
    case AVMEDIA_TYPE_AUDIO: pointee.audio_codec != AV_CODEC_ID_NONE
    case AVMEDIA_TYPE_SUBTITLE: pointee.subtitle_codec != AV_CODEC_ID_NONE
    default: false
    }
  }
}

/// What containers hold whose muxers do not say so: ISO 13818-1 with its registered extensions, ISO 11172-1,
/// RFC 3533's mappings, SMPTE 377, RTP's payload formats (RFC 3551, 3640, 6184, 7587, 7741, 7798, 9628).
private let heldCodecs: [String: Set<AVCodecID>] = {
  let programs: Set = [
    AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_MP1, AV_CODEC_ID_MP2,
    AV_CODEC_ID_MP3, AV_CODEC_ID_AC3, AV_CODEC_ID_DTS, AV_CODEC_ID_PCM_S16BE, AV_CODEC_ID_PCM_DVD,
    AV_CODEC_ID_DVD_SUBTITLE,
  ]
  let transport: Set = [
    AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_MPEG4, AV_CODEC_ID_H264,
    AV_CODEC_ID_HEVC, AV_CODEC_ID_MP1, AV_CODEC_ID_MP2, AV_CODEC_ID_MP3, AV_CODEC_ID_AAC,
    AV_CODEC_ID_AAC_LATM, AV_CODEC_ID_AC3, AV_CODEC_ID_EAC3, AV_CODEC_ID_DTS, AV_CODEC_ID_TRUEHD,
    AV_CODEC_ID_OPUS, AV_CODEC_ID_S302M, AV_CODEC_ID_DVB_SUBTITLE, AV_CODEC_ID_DVB_TELETEXT,
    AV_CODEC_ID_HDMV_PGS_SUBTITLE, AV_CODEC_ID_SMPTE_KLV, AV_CODEC_ID_TIMED_ID3,
  ]
  let realTime: Set = [
    AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_VP8, AV_CODEC_ID_VP9, AV_CODEC_ID_MPEG2VIDEO,
    AV_CODEC_ID_AAC, AV_CODEC_ID_OPUS, AV_CODEC_ID_MP2, AV_CODEC_ID_MP3,
  ]
  let ogg: Set = [
    AV_CODEC_ID_THEORA, AV_CODEC_ID_VP8, AV_CODEC_ID_VORBIS, AV_CODEC_ID_OPUS, AV_CODEC_ID_FLAC,
    AV_CODEC_ID_SPEEX,
  ]
  return [
    "mpeg": programs, "vob": programs, "svcd": programs, "vcd": programs, "dvd": programs,
    "mpegts": transport, "rtp_mpegts": transport, "rtp": realTime, "rtsp": realTime,
    "ogg": ogg, "ogv": ogg,
    "mxf": [AV_CODEC_ID_PCM_S16LE, AV_CODEC_ID_PCM_S24LE],
  ]
}()
