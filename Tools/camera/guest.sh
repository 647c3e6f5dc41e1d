# Sourced by the tests that run in the virtual machine. $VKFILTER is the program; the folder is one to write to.
failures=0

# claim NAME COMMAND…: says whether the command ended well; what it said is shown when it did not.
claim() {
  local name=$1 begin=$SECONDS
  shift
  if "$@" >.said 2>&1; then
    echo "ok       $name ($((SECONDS - begin)) s)"
  else
    echo "FAILED   $name"
    sed 's/^/         /' .said | tail -n 20
    failures=$((failures + 1))
  fi
}

# capture OPTIONS…: the program, ended when it hangs; a slow machine may take a minute to begin.
capture() { timeout -k 5 200 "$VKFILTER" capture -y --quiet "$@"; }

# begin OPTIONS…: the program beside what follows; `job` is its number.
begin() {
  "$VKFILTER" capture -y --quiet "$@" &
  job=$!
}

# end [SIGNAL]: asks the program of `begin` to end, or waits until it does; `status` is its exit code.
end() {
  [ -z "${1:-}" ] || kill "-$1" "$job"
  for _ in $(seq 500); do
    kill -0 "$job" 2>/dev/null || break
    sleep 0.2
  done
  kill -9 "$job" 2>/dev/null && echo 'it did not end by itself'
  wait "$job"
  status=$?
  echo "ended with $status"
}

# of FILE EXPRESSION: whether a Python expression of the JSON `d` in a file holds.
of() {
  python3 -c 'import json,sys
d = json.load(open(sys.argv[1])); v = eval(sys.argv[2]); print(sys.argv[2], "->", v, "in", {k: d[k] for k in d if not isinstance(d[k], list)}); sys.exit(not v)' "$@"
}

# appears FILE: waits until a file is there.
appears() {
  for _ in $(seq 600); do
    [ ! -s "$1" ] || return 0
    sleep 0.2
  done
  echo "$1 did not appear"
  return 1
}

# frames FILE: how many pictures can be decoded.
frames() {
  ffprobe -v error -count_frames -select_streams v:0 -show_entries stream=nb_read_frames -of csv=p=0 "$1"
}

# exact DEVICE FOURCC PIXELS [MASK [SIZE]]: a frame as v4l2-ctl reads it and as the program writes it are the same bytes;
# MASK names what the fourth byte of a pixel is when it means nothing. `rate` slows the
# camera down. (Not every memory can be written straight to the folder, which is another machine's.)
exact() {
  local device=$1 format=$2 pixels=$3 unused=${4:-} size=${5:-320x180}
  v4l2-ctl -d "$device" --set-fmt-video="width=${size%x*},height=${size#*x},pixelformat=$(printf %-4s "$format")" \
    --stream-mmap=3 --stream-count=2 --stream-skip=1 --stream-to=/tmp/theirs.raw --silent &&
    capture --camera "$device" --size "$size" --input-format "$format" -frames:v 2 -f rawvideo -pix_fmt "$pixels" \
      ${rate:+--rate "$rate"} --stats exact.json ours.raw &&
    python3 - "$unused" <<'P' && of exact.json 'd["frameCopiesOnCPU"] == 0'
import sys
ours, theirs = open("ours.raw", "rb").read(), open("/tmp/theirs.raw", "rb").read()
print(len(ours), len(theirs))
if sys.argv[1]:
    drop = int(sys.argv[1])
    ours, theirs = (bytes(b for i, b in enumerate(d) if i % 4 != drop) for d in (ours, theirs))
sys.exit(not ours or len(ours) != len(theirs) or ours != theirs)
P
}
