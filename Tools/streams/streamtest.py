"""What the tests of live streams share: programs and their words, waiting, frames that show their numbers, claims.

Each claim is a function. A clip shows its frames' numbers as grey, so that frames that are lost, doubled or exchanged are seen
after any lossy encoder: frame N has the luma 22 + 8 (N mod 25), and its negative is no frame."""
import json
import os
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request

here = os.path.dirname(os.path.abspath(__file__))
vkfilter = os.environ["VKFILTER"]
numbered = "22+8*mod(N,25)"
processes = []
# What stays while all else goes before each claim.
clips = []
rtmp = "rtmp://127.0.0.1:19350/live"
janus = "http://127.0.0.1:18088/janus"
# Seconds that a busy machine may need besides.
patience = 0
# Where everything is written; the tests say it.
folder = None


def start(*words, name=None, **options):
    log = open(f"{folder}/{name or os.path.basename(words[0])}.log", "w")
    process = subprocess.Popen(words, stdout=log, stderr=subprocess.STDOUT, **options)
    process.log = log.name
    processes.append(process)
    return process


def said(process):
    return open(process.log).read()


def end(process, seconds=20):
    """The exit status, and how long it took."""
    begin = time.time()
    try:
        return process.wait(seconds), time.time() - begin
    except subprocess.TimeoutExpired:
        process.kill()
        raise AssertionError(f"it did not end in {seconds} s: {said(process)}")


def stop(process):
    """Ends it as a user does; whether that went well."""
    process.send_signal(signal.SIGINT)
    status, _ = end(process)
    return status in (0, 130)


def wait_for(test, seconds=20, what="it"):
    limit = time.time() + seconds
    while time.time() < limit:
        value = test()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError(f"{what} did not happen in {seconds} s")


def wait_for_text(process, text, seconds=20):
    wait_for(lambda: text in said(process) or process.poll() is not None, seconds, f"'{text}'")
    assert text in said(process), said(process)


def publish(url, *options, source, name="publish", **more):
    words = [vkfilter, "publish", *source, *options, url]
    return start(*words, name=name, stdin=subprocess.PIPE, text=True, **more)


def make_clip(path, *options, luma=numbered, seconds, sound):
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
         f"color=gray:s=320x180:r=30:d={seconds},format=yuv420p,geq=lum='{luma}':cb=128:cr=128", "-f", "lavfi", "-i",
         f"sine=440:r=48000:d={sound}", "-c:v", "libx264", "-preset", "veryfast", "-crf", "10", "-g", "30", "-bf", "0",
         "-c:a", "aac", *options, path], check=True)
    clips.append(path)


def lumas(path):
    """The mean luma of each frame."""
    pixels = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "fatal", "-i", path, "-an", "-vsync", "passthrough", "-vf",
         "scale=16:16:flags=area:in_range=tv:out_range=tv,format=gray", "-f", "rawvideo", "-"],
        stdout=subprocess.PIPE, check=True).stdout
    return [sum(pixels[i : i + 256]) / 256 for i in range(0, len(pixels), 256)]


def numbers(means, inverted=False):
    """The numbers that frames show. `negate` turns a code Y into 255 - Y, as FFmpeg's does."""
    result = []
    for mean in means:
        luma = 255 - mean if inverted else mean
        number = round((luma - 22) / 8)
        assert abs(luma - 22 - 8 * number) < 3, f"luma {mean} is no frame of the clip"
        result.append(number % 25)
    return result


def assert_unbroken(numbers, least):
    assert len(numbers) >= least, f"only {len(numbers)} frames came"
    for before, after in zip(numbers, numbers[1:]):
        assert after == (before + 1) % 25, f"frame {after} follows frame {before}: {numbers}"


def assert_ends(process, what, begin, seconds=5.0):
    """The program gives up with the reason, in time."""
    wait_for(lambda: what in said(process) or process.poll() is not None, 20, f"'{what}'")
    took = time.time() - begin
    status, _ = end(process)
    assert status not in (0, -9, -11), f"it ended with {status}: {said(process)}"
    assert what in said(process), said(process)
    assert took < seconds + patience, f"it took {took:.1f} s"


def start_janus():
    os.makedirs(f"{folder}/janus", exist_ok=True)
    for name in os.listdir(f"{here}/janus"):
        text = open(f"{here}/janus/{name}").read().replace("FOLDER", f"{folder}/janus")
        open(f"{folder}/janus/{name}", "w").write(text)
    process = start("janus", "-C", f"{folder}/janus/janus.jcfg", "-F", f"{folder}/janus", name="janus")
    wait_for(lambda: answers(f"{janus}/info"), what="Janus")
    return process


def statistics(path):
    return json.load(open(path))


def wait_for_port(port):
    def answers():
        with socket.socket() as connection:
            return connection.connect_ex(("127.0.0.1", port)) == 0

    wait_for(answers, what=f"port {port}")


def pictures(path):
    """The mean luma of each frame, and the frames' times in seconds."""
    text = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts_time", "-of",
         "csv=p=0", path], stdout=subprocess.PIPE, check=True, text=True).stdout
    return lumas(path), sorted(float(line.strip(",")) for line in text.split() if line[0].isdigit())


def assert_steady(times, step=1 / 30):
    for before, after in zip(times, times[1:]):
        assert abs(after - before - step) < 0.0021, f"{after - before} s between frames"


def has_sound(path):
    text = subprocess.run(
        ["ffprobe", "-v", "error", "-show_entries", "stream=codec_type", "-of", "csv=p=0", path],
        stdout=subprocess.PIPE, text=True).stdout
    return "audio" in text


def watch_rtmp(name, frames, out, who="watch"):
    return start("ffmpeg", "-nostdin", "-v", "error", "-y", "-rw_timeout", "8000000", "-i", f"{rtmp}/{name}",
                 "-frames:v", str(frames), "-c", "copy", out, name=who)


def nginx():
    os.makedirs(f"{folder}/body", exist_ok=True)
    text = open(f"{here}/nginx.conf").read().replace("FOLDER", folder)
    open(f"{folder}/nginx.conf", "w").write(text)
    server = start("nginx", "-c", f"{folder}/nginx.conf", "-e", f"{folder}/nginx-start.log", name="nginx-out")
    wait_for_port(19350)
    return server


def ask(url, words=None, data=None):
    body = json.dumps(words).encode() if words is not None else data
    with urllib.request.urlopen(urllib.request.Request(url, data=body), timeout=10) as answer:
        text = answer.read().decode()
    return json.loads(text) if text else None


def answers(url):
    try:
        ask(url)
        return True
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False


def streams(path):
    text = subprocess.run(
        ["ffprobe", "-v", "error", "-show_entries", "stream=codec_type,width,height", "-of", "json", path],
        stdout=subprocess.PIPE, text=True).stdout
    return json.loads(text)["streams"]


def last_times(path):
    """The time of the last packet of each kind of track, in seconds."""
    text = subprocess.run(
        ["ffprobe", "-v", "error", "-show_entries", "packet=codec_type,pts_time", "-of", "csv=p=0", path],
        stdout=subprocess.PIPE, text=True).stdout
    last = {}
    for line in text.split():
        track, seconds = line.strip(",").split(",")[:2]
        last[track] = float(seconds)
    return last


def resident(process):
    """A process's memory in MB."""
    for line in open(f"/proc/{process.pid}/status"):
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024


def attempt(claim):
    """Whether a claim holds, in a folder with the clips alone."""
    for name in os.listdir(folder):
        if f"{folder}/{name}" not in clips and os.path.isfile(f"{folder}/{name}"):
            os.remove(f"{folder}/{name}")
    begin = time.time()
    try:
        why = claim()
        print(f"  skipped: {why}" if why else f"  holds ({time.time() - begin:.0f} s)", flush=True)
        return True
    except Exception as error:
        print(f"  FAILED ({time.time() - begin:.0f} s): {type(error).__name__}: {error}", flush=True)
        return False
    finally:
        for process in processes:
            if process.poll() is None:
                process.kill()
                process.wait()
        processes.clear()


def hold(claims, wanted, kind):
    """Whether all claims hold, or those that have one of the `wanted` words in their names."""
    holds = True
    for claim in claims:
        name = claim.__name__.replace("_", " ")
        if wanted and not any(word.replace("_", " ") in name for word in wanted):
            continue
        print(name + (f": {claim.__doc__}" if claim.__doc__ else ""), flush=True)
        # Servers and players have their own moods on a machine that is busy: in the short form what fails is tried once more.
        holds &= attempt(claim) or (kind != "full" and attempt(claim))
    return holds
