# Words of the cases' make, awkward and check lines; $T is this folder, vkfilter the program under test.
# VK IN CHAIN OUT [OPTIONS]            file to file, pictures to pictures; losslessly where the container can
# VKR PIX WxH FPS CHAIN PIXOUT         raw frames on standard input -> raw frames on standard output
VK() {
  local in=$1 chain=$2 out=$3 command=run codec=
  shift 3
  case "$out" in
    *.mkv | *.nut) codec="-c:v ffv1" ;;
    *.mp4 | *.mov) codec="-c:v libx264 -crf 0 -preset ultrafast" ;;
    *.yuv) codec="-f rawvideo" ;;
    *%*) ;;
    *.png | *.jpg) case "$in" in *%*) ;; *.png | *.jpg | *.jpeg | *.bmp | *.tif | *.webp | *.pgm | *.ppm) command=image ;; esac ;;
  esac
  timeout 200 vkfilter $command -y -i "$in" -vf "$chain" $codec "$@" "$out"
}
VKR() { timeout 200 vkfilter run -f rawvideo -pix_fmt $1 -s $2 -r $3 -i - -vf "$4" -pix_fmt $5 -f rawvideo -; }
timeout() { command timeout -k 3 "$@"; }      # some programs ignore SIGTERM while blocked in open()
FF="ffmpeg -nostdin -v error -y"
fmd5() { ffmpeg -nostdin -v error -i "$1" -map 0:v:0 ${2:+-pix_fmt $2} -fps_mode passthrough -f framemd5 - | grep -v '^#' | awk -F', *' '{print $NF}'; }   # one md5 a frame
nfr() { ffprobe -v error -select_streams v:0 -count_frames -show_entries stream=nb_read_frames -of csv=p=0 "$1" | tr -dc '0-9\n' | head -1; }
pr() { ffprobe -v error -select_streams "$2" -show_entries stream="$3" -of default=nk=1:nw=1 "$1"; }          # pr FILE v:0 width,height
fpr() { ffprobe -v error -show_entries format="$2" -of default=nk=1:nw=1 "$1"; }
ptss() { ffprobe -v error -select_streams v:0 -show_entries frame=pts_time -of default=nk=1:nw=1 "$1"; }
psnr() { ffmpeg -nostdin -v info -i "$1" -i "$2" -lavfi "[0:v]setpts=N/25/TB[a];[1:v]setpts=N/25/TB[b];[a][b]psnr" -f null - 2>&1 | sed -n 's/.*average:\([^ ]*\).*/\1/p' | sed 's/inf/999/'; }
ge() { awk -v a="$1" -v b="$2" 'BEGIN{exit !(a+0>=b+0)}'; }                              # ge A B: A >= B
near() { awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN{d=a-b;if(d<0)d=-d;exit !(d<=t)}'; }   # near A B TOLERANCE
shash() { ffmpeg -nostdin -v error -i "$1" -map "0:$2" -c copy -f hash -hash md5 - ; }   # packets of one stream
same() { [ "$(fmd5 "$1" $3)" = "$(fmd5 "$2" $3)" ] && [ -n "$(fmd5 "$2" $3)" ]; }         # same A B [PIXFMT]: every frame to the bit
mono() { ptss "$1" | awk 'NR>1&&$1<=p{b=1}{p=$1}END{exit b}'; }                          # strictly rising times
clean() { [ "$1" -gt 0 ] && [ "$1" -lt 124 ]; }      # the exit code of a failure that was said: not 0, no timeout, no signal
shot() { ffmpeg -nostdin -v error -y -i "$1" -frames:v 1 "$2"; }
