#include "cffmpeg.h"

struct sound_choices {
  const enum AVSampleFormat *formats;
  const int *rates;
  const AVChannelLayout *layouts;
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

static struct sound_choices sound_choices(const AVCodec *codec) {
  struct sound_choices choices = {0};
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  const void *list = NULL;
  if (avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_SAMPLE_FORMAT, 0, &list, NULL) >= 0)
    choices.formats = list;
  list = NULL;
  if (avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_SAMPLE_RATE, 0, &list, NULL) >= 0)
    choices.rates = list;
  list = NULL;
  if (avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_CHANNEL_LAYOUT, 0, &list, NULL) >= 0)
    choices.layouts = list;
#else
  choices.formats = codec->sample_fmts;
  choices.rates = codec->supported_samplerates;
  choices.layouts = codec->ch_layouts;
#endif
  return choices;
}

#pragma GCC diagnostic pop

// What is lost by going from one sample format to another: bits first, then the change itself.
static int sample_loss(enum AVSampleFormat from, enum AVSampleFormat to) {
  int missing = av_get_bytes_per_sample(from) - av_get_bytes_per_sample(to);
  if (missing > 0) return 100 * missing;
  return -10 * missing + (av_get_packed_sample_fmt(from) != av_get_packed_sample_fmt(to));
}

int32_t cff_choose_sound(
  AVCodecContext *encoder, const AVCodec *codec, const AVCodecParameters *source) {
  struct sound_choices choices = sound_choices(codec);
  encoder->sample_fmt = source->format;
  if (choices.formats) {
    encoder->sample_fmt = choices.formats[0];
    for (const enum AVSampleFormat *f = choices.formats; *f != AV_SAMPLE_FMT_NONE; f++)
      if (sample_loss(source->format, *f) < sample_loss(source->format, encoder->sample_fmt))
        encoder->sample_fmt = *f;
  }
  encoder->sample_rate = source->sample_rate;
  if (choices.rates) {
    // The same, else the next higher, else the highest.
    int best = 0, highest = 0;
    for (const int *r = choices.rates; *r; r++) {
      if (*r > highest) highest = *r;
      if (*r >= source->sample_rate && (!best || *r < best)) best = *r;
    }
    encoder->sample_rate = best ? best : highest;
  }
  encoder->time_base = (AVRational){1, encoder->sample_rate};
  AVChannelLayout wanted = {0};
  if (source->ch_layout.order == AV_CHANNEL_ORDER_UNSPEC)
    av_channel_layout_default(&wanted, source->ch_layout.nb_channels);
  else if (av_channel_layout_copy(&wanted, &source->ch_layout) < 0)
    return AVERROR(ENOMEM);
  const AVChannelLayout *chosen = choices.layouts ? NULL : &wanted;
  for (const AVChannelLayout *l = choices.layouts; l && l->nb_channels; l++) {
    if (!av_channel_layout_compare(l, &wanted)) {
      chosen = l;
      break;
    }
    int is_nearer = !chosen || abs(l->nb_channels - wanted.nb_channels)
                                 < abs(chosen->nb_channels - wanted.nb_channels);
    if (is_nearer) chosen = l;
  }
  int result = av_channel_layout_copy(&encoder->ch_layout, chosen ? chosen : &wanted);
  av_channel_layout_uninit(&wanted);
  return result;
}

struct SwrContext *cff_alloc_resampler(const AVCodecContext *encoder, const AVFrame *from) {
  AVChannelLayout layout = {0};
  if (from->ch_layout.order == AV_CHANNEL_ORDER_UNSPEC)
    av_channel_layout_default(&layout, from->ch_layout.nb_channels);
  else if (av_channel_layout_copy(&layout, &from->ch_layout) < 0)
    return NULL;
  struct SwrContext *resampler = NULL;
  // FFmpeg 5.1 reads the layouts only, though its declaration does not say so.
  swr_alloc_set_opts2(
    &resampler, (AVChannelLayout *)&encoder->ch_layout, encoder->sample_fmt, encoder->sample_rate, &layout,
    from->format, from->sample_rate, 0, NULL);
  av_channel_layout_uninit(&layout);
  if (swr_init(resampler) < 0) swr_free(&resampler);
  return resampler;
}

AVFrame *cff_alloc_sound(const AVCodecContext *encoder, int32_t count) {
  AVFrame *frame = av_frame_alloc();
  if (!frame) return NULL;
  frame->nb_samples = count;
  frame->format = encoder->sample_fmt;
  frame->sample_rate = encoder->sample_rate;
  if (av_channel_layout_copy(&frame->ch_layout, &encoder->ch_layout) < 0
      || av_frame_get_buffer(frame, 0) < 0)
    av_frame_free(&frame);
  return frame;
}

int32_t cff_resample(
  struct SwrContext *resampler, const AVCodecContext *encoder, AVAudioFifo *fifo,
  const AVFrame *from, int32_t skip, int32_t count) {
  const uint8_t *planes[64] = {0};
  if (from) {
    int channels = from->ch_layout.nb_channels, is_planar = av_sample_fmt_is_planar(from->format);
    if (channels > 64) return AVERROR(EINVAL);
    int step = av_get_bytes_per_sample(from->format) * (is_planar ? 1 : channels);
    for (int i = 0; i < (is_planar ? channels : 1); i++)
      planes[i] = from->extended_data[i] + (ptrdiff_t)skip * step;
  }
  int room = swr_get_out_samples(resampler, count);
  if (room <= 0) return room;
  AVFrame *to = cff_alloc_sound(encoder, room);
  if (!to) return AVERROR(ENOMEM);
  int made = swr_convert(resampler, to->extended_data, room, from ? planes : NULL, count);
  if (made > 0) made = av_audio_fifo_write(fifo, (void **)to->extended_data, made);
  av_frame_free(&to);
  return made;
}

void cff_silence(AVFrame *frame) {
  av_samples_set_silence(
    frame->extended_data, 0, frame->nb_samples, frame->ch_layout.nb_channels, frame->format);
}

int32_t cff_read_sound(AVAudioFifo *fifo, AVFrame *frame) {
  return av_audio_fifo_read(fifo, (void **)frame->extended_data, frame->nb_samples);
}
