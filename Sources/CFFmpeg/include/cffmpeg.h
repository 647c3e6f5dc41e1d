// What Swift cannot import from FFmpeg's headers (macros, unions of arrays), and what differs
// between FFmpeg 5.1 and 7.1.
#pragma once
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/audio_fifo.h>
#include <libavutil/avutil.h>
#include <libavutil/crc.h>
#include <libavutil/channel_layout.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/parseutils.h>
#include <libavutil/pixdesc.h>
#include <libavutil/time.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

static const int32_t cff_error_eof = AVERROR_EOF;
static const int32_t cff_error_again = AVERROR(EAGAIN);
static const int32_t cff_error_exit = AVERROR_EXIT;
static const int32_t cff_error_invalid_data = AVERROR_INVALIDDATA;
static const int32_t cff_error_decoder_not_found = AVERROR_DECODER_NOT_FOUND;
static const int32_t cff_error_demuxer_not_found = AVERROR_DEMUXER_NOT_FOUND;
static const int32_t cff_error_protocol_not_found = AVERROR_PROTOCOL_NOT_FOUND;
static const int32_t cff_error_option_not_found = AVERROR_OPTION_NOT_FOUND;
static const int32_t cff_error_http_not_found = AVERROR_HTTP_NOT_FOUND;
static const int64_t cff_no_time = INT64_MIN;

// AVERROR(errno).
int32_t cff_error(int32_t posix_error);

// Makes the system's devices (libavdevice) known as input formats, once; 0 when the library is not there.
int32_t cff_load_devices(void);

// Sets what goes to standard error: an AV_LOG level. Also remembers each thread's last error line.
void cff_set_log_level(int32_t level);
int32_t cff_log_level(void);
// The last error that FFmpeg logged on this thread since the last clear, or an empty string.
const char *cff_last_log_error(void);
void cff_clear_log_error(void);
// Keeps a text out of everything that FFmpeg says, from now on; stars stand for it.
void cff_hide(const char *secret);
// Puts stars for all such texts in a line.
void cff_redact(char *line);

uint8_t *cff_frame_data(const AVFrame *frame, int32_t plane);
int32_t cff_frame_linesize(const AVFrame *frame, int32_t plane);
void cff_frame_set_plane(AVFrame *frame, int32_t plane, uint8_t *data, int32_t linesize);
// The one buffer that all planes lie in; NULL when there are several or none.
AVBufferRef *cff_frame_single_buffer(const AVFrame *frame);
// 0 when unknown, in units of the stream's time base.
int64_t cff_frame_duration(const AVFrame *frame);
void cff_frame_set_duration(AVFrame *frame, int64_t duration);

// Whether the rows of a frame were taken at two moments, and whether the top field is the first.
int32_t cff_frame_is_interlaced(const AVFrame *frame);
int32_t cff_frame_is_top_first(const AVFrame *frame);
void cff_frame_set_fields(AVFrame *frame, int32_t interlaced, int32_t top_first);

// Lays out the planes of a decoded picture whose size avcodec_align_dimensions2 has rounded up.
// Returns the bytes needed, or a negative error.
int64_t cff_layout(
  enum AVPixelFormat format, int32_t width, int32_t height, const int32_t *alignment,
  int32_t *linesizes, int64_t *offsets);
// avcodec_align_dimensions2; `alignment` has room for 8.
void cff_align_dimensions(
  AVCodecContext *context, int32_t *width, int32_t *height, int32_t *alignment);
void cff_set_thread_safe_callbacks(AVCodecContext *context);

// The nine numbers of a stream's display matrix, or NULL.
const int32_t *cff_stream_display_matrix(const AVStream *stream);
int32_t cff_stream_set_display_matrix(AVStream *stream, const int32_t *matrix);
const int32_t *cff_frame_display_matrix(const AVFrame *frame);
// Gives `to` the side data of `from`, less the display matrix.
int32_t cff_stream_copy_side_data(AVStream *to, const AVStream *from);
// The same less what tells of light: HDR10's static metadata, HDR10+ and Dolby Vision.
int32_t cff_stream_copy_plain_side_data(AVStream *to, const AVStream *from);
int32_t cff_stream_has_dolby_vision(const AVStream *stream);
// HDR10's static metadata, NULL where there is none.
const struct AVMasteringDisplayMetadata *cff_stream_mastering(const AVStream *stream);
const struct AVMasteringDisplayMetadata *cff_frame_mastering(const AVFrame *frame);
const struct AVContentLightMetadata *cff_stream_light(const AVStream *stream);
const struct AVContentLightMetadata *cff_frame_light(const AVFrame *frame);
int32_t cff_stream_set_mastering(
  AVStream *stream, const struct AVMasteringDisplayMetadata *display);
int32_t cff_stream_set_light(AVStream *stream, const struct AVContentLightMetadata *light);
// Writes a mastering display as x264 and x265 read it, G(x,y)B(x,y)R(x,y)WP(x,y)L(max,min).
void cff_mastering_text(
  const struct AVMasteringDisplayMetadata *display, char *text, int32_t size);

// The pixel formats that an encoder takes, ended by AV_PIX_FMT_NONE; NULL when it takes any.
const enum AVPixelFormat *cff_encoder_pixel_formats(const AVCodec *codec);

// Copies chapters that lie in `from`..<`to` (microseconds), moved by -`shift`.
int32_t cff_copy_chapters(
  AVFormatContext *output, const AVFormatContext *input, int64_t from, int64_t to, int64_t shift);
// frame->data, as the pointer that extended_data has when there are no more than eight planes.
uint8_t **cff_frame_data_array(AVFrame *frame);

// Copies pixels between frames of one format and size, whatever the strides.
void cff_copy_pixels(AVFrame *to, const AVFrame *from);
// Converts pixels between formats of one size; `context` is made, kept or replaced as needed.
// A space is an AVColorSpace, a range 0 for limited and 1 for full.
int32_t cff_convert_pixels(
  struct SwsContext **context, AVFrame *to, int32_t to_space, int32_t to_range, const AVFrame *from,
  int32_t from_space, int32_t from_range);

// avio_alloc_context for writing; the callback's bytes are const from libavformat 61 on.
AVIOContext *cff_alloc_writer(
  uint8_t *buffer, int32_t size, void *opaque,
  int32_t (*write)(void *opaque, const uint8_t *bytes, int32_t count));

// Gives `encoder` the sample format, rate and channels that `codec` takes and that are nearest to `source`'s.
int32_t cff_choose_sound(
  AVCodecContext *encoder, const AVCodec *codec, const AVCodecParameters *source);
// A converter from sound like `from` to what `encoder` takes; NULL when there is none.
struct SwrContext *cff_alloc_resampler(const AVCodecContext *encoder, const AVFrame *from);
// An empty frame of the encoder's format for `count` samples; NULL when memory runs out.
AVFrame *cff_alloc_sound(const AVCodecContext *encoder, int32_t count);
// Converts `count` samples of `from`, from `skip` on (where `from` is NULL: what the converter still holds), and
// adds them to `fifo`. Returns how many were added, or a negative error.
int32_t cff_resample(
  struct SwrContext *resampler, const AVCodecContext *encoder, AVAudioFifo *fifo,
  const AVFrame *from, int32_t skip, int32_t count);
// Turns a frame's samples into silence.
void cff_silence(AVFrame *frame);
// Fills a frame with samples out of a queue. Returns how many, or a negative error.
int32_t cff_read_sound(AVAudioFifo *fifo, AVFrame *frame);
