"""Signals: a command ends with one line and 128 + the signal, and leaves nothing behind."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from contextlib import suppress
from shutil import which

import pytest

from tests.cli.command import HEARING, WORDS, end_of, python
from tests.conftest import ROOT

BOARDS = ROOT / "examples" / "boards"
TERMINAL = f"""{HEARING}
import fcntl, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execvp(sys.argv[1], sys.argv[1:])
"""


def on_a_terminal(words: list[str], text: bytes, answer: bytes) -> tuple[int, str]:
    """What is printed on a terminal on which Ctrl-C is pressed once a text is there; the code."""
    primary, secondary = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", TERMINAL, *words],
        stdin=secondary,
        stdout=secondary,
        stderr=secondary,
        cwd=ROOT,
        start_new_session=True,
    )
    os.close(secondary)
    seen = b""
    with suppress(OSError):  # nobody is on the other side any more
        while part := os.read(primary, 4096):
            seen += part
            if text in seen and answer:
                time.sleep(0.2)  # nobody presses a key in the instant in which a text appears
                os.write(primary, answer)
                answer = b""
    os.close(primary)
    return process.wait(60), seen.decode()


LOADING = """
module = sys.argv.pop(1)
class Finder:
    def find_spec(self, name, *_):
        if name == module:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
from logicsweep.__main__ import main
main()
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "module", ["numpy", "click", "logicsweep.cli.app", "logicsweep.knowledge.base", "clingo"]
)
def test_ctrl_c_while_modules_are_loaded(module: str) -> None:
    words = ("solve", BOARDS / "small.board", "--reasoner", "asp")
    process = python(HEARING + LOADING, module, *words)
    assert end_of(process) == (130, "", "logicsweep: interrupted\n")


def test_the_command_that_is_installed_hears_of_signals_as_soon() -> None:
    script = (ROOT / "pyproject.toml").read_text()
    assert 'logicsweep = "logicsweep.__main__:main"' in script
    # Until then Python itself hears them, and prints a traceback: nothing else may be loaded.
    # Judged without `site` (-S), since the links of packages that are installed may load more than
    # Python does by itself: `os`, always.
    code = """
import os, sys
before = {*sys.modules}
import logicsweep.__main__
print(*sorted({*sys.modules} - before))
"""
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, check=True, cwd=ROOT
    )
    assert done.stdout == b"logicsweep logicsweep.__main__\n"


def test_ctrl_c_before_anything_is_loaded_has_no_traceback() -> None:
    process = python(HEARING + LOADING, "logicsweep.cli")
    assert end_of(process) == (130, "", "logicsweep: interrupted\n")


def test_ctrl_c_before_the_script_of_an_installation_calls_the_command() -> None:
    """Between its import and the call it looks at its own name, by a regular expression."""
    code = f"{HEARING}sys.argv[0] = sys.argv[1]\nimport logicsweep.__main__\n"
    kill = "os.kill(os.getpid(), signal.SIGINT)"
    for name in ("/usr/bin/logicsweep", "logicsweep.exe", "logicsweep-script.py"):
        process = python(code + kill, name)
        assert end_of(process) == (130, "", "logicsweep: interrupted\n")
    # Whoever imports the module for something else keeps the signals.
    handler = "print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    assert end_of(python(code + handler, "/usr/bin/pytest")) == (0, "True\n", "")


TORN = LOADING.replace(
    "            os.kill(os.getpid(), signal.SIGINT)\n",
    """            try:
                os.kill(os.getpid(), signal.SIGINT)
            except KeyboardInterrupt:
                pass
            raise TypeError("expected a message argument")
""",
)


@pytest.mark.slow
def test_an_error_that_comes_of_a_signal_and_does_not_say_so_is_no_defect() -> None:
    """As of modules in C, which drop what was raised while they were loaded."""
    words = ("solve", BOARDS / "small.board", "--reasoner", "asp")
    process = python(HEARING + TORN, "clingo", *words)
    assert end_of(process) == (130, "", "logicsweep: interrupted\n")


AGAIN = """
from logicsweep.cli.ending import guarded
def send():
    os.kill(os.getpid(), signal.Signals(int(sys.argv[1])))
def work():
    try:
        send()
        time.sleep(30)
    finally:
        send()
        print("put away")
guarded(work)
"""


@pytest.mark.parametrize("number", WORDS)
def test_a_signal_twice_is_a_signal_once(number: signal.Signals) -> None:
    ended = end_of(python(HEARING + AGAIN, str(int(number))))
    assert ended == (128 + number, "put away\n", f"logicsweep: {WORDS[number]}\n")


def test_who_does_not_want_to_wait_need_not() -> None:
    code = """
from logicsweep.cli import ending
ending._PATIENCE = 0
def work():
    try:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(30)
    finally:
        time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(30)
ending.guarded(work)
"""
    assert end_of(python(HEARING + code)) == (130, "", "logicsweep: interrupted\n")


def test_a_signal_in_a_destructor_is_not_lost() -> None:
    code = """
from logicsweep.cli.ending import guarded
class Fragile:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.1)
def work():
    Fragile()
    time.sleep(30)
guarded(work)
"""
    assert end_of(python(HEARING + code)) == (130, "", "logicsweep: interrupted\n")


def test_a_signal_while_another_is_sent_again_is_not_lost() -> None:
    code = """
import _thread
from types import SimpleNamespace
from logicsweep.cli import ending
class Fragile:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.1)
def start(work, words):
    _thread.start_new_thread(work, words)
    if work.__name__ == "_send" and not sent:
        sent.append(work)
        time.sleep(1)  # until it is sent
sent = []
ending._thread = SimpleNamespace(start_new_thread=start, get_ident=_thread.get_ident)
def work():
    Fragile()
    time.sleep(30)
ending.guarded(work)
"""
    assert end_of(python(HEARING + code)) == (130, "", "logicsweep: interrupted\n")


DROPPED = """
from logicsweep.cli.ending import guarded
def work():
    try:
        os.kill(os.getpid(), signal.{name})
        time.sleep(1)
    except KeyboardInterrupt:
        pass  # as libraries in C drop it
    time.sleep(30)
guarded(work)
"""


@pytest.mark.slow
@pytest.mark.parametrize("number", WORDS)
def test_a_signal_that_a_library_drops_is_not_lost(number: signal.Signals) -> None:
    work = python(HEARING + DROPPED.format(name=number.name))
    assert end_of(work) == (128 + number, "", f"logicsweep: {WORDS[number]}\n")


def test_what_is_put_away_has_its_time() -> None:
    """A signal is not sent again while something is put away because of it."""
    code = """
from logicsweep.cli.ending import guarded
def work():
    try:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(30)
    finally:
        time.sleep(1.8)
        print("put away", flush=True)
guarded(work)
"""
    work = python(HEARING + code)
    assert end_of(work) == (143, "put away\n", "logicsweep: terminated\n")


def test_what_a_thread_says_while_all_is_torn_down_is_not_heard() -> None:
    # As the threads of a pool do, two of which may close the same pipe.
    code = """
import atexit, threading
from logicsweep.cli.ending import guarded
def tear():
    torn = threading.Thread(target=os.close, args=(-1,))
    torn.start()
    torn.join()
def work():
    atexit.register(tear)
    os.kill(os.getpid(), signal.SIGTERM)
guarded(work)
"""
    assert end_of(python(HEARING + code)) == (143, "", "logicsweep: terminated\n")


def test_a_signal_that_is_ignored_stays_ignored() -> None:
    code = """
signal.signal(signal.SIGHUP, signal.SIG_IGN)
from logicsweep.cli.ending import guarded
guarded(lambda: os.kill(os.getpid(), signal.SIGHUP))
print("went on")
"""
    assert end_of(python(HEARING + code)) == (0, "went on\n", "")


def test_ctrl_c_that_somebody_else_makes_an_exit_code_is_said() -> None:
    # Click would end with a word of its own, and libraries may end without any.
    code = """
from logicsweep.cli import app
app.told = lambda *_: os.kill(os.getpid(), signal.SIGINT) or time.sleep(30)
def silent():
    try:
        app.main()
    except KeyboardInterrupt:
        raise SystemExit(130)
from logicsweep.cli.ending import guarded
guarded(silent)
"""
    assert end_of(python(HEARING + code)) == (130, "", "logicsweep: interrupted\n")


SLOW = f"""{HEARING}
from logicsweep.cli.ending import guarded
guarded(lambda: (print('at work', flush=True), time.sleep(30)))
"""


@pytest.mark.slow
def test_ctrl_c_on_a_terminal_ends_a_loop_of_the_shell() -> None:
    code, text = on_a_terminal([sys.executable, "-c", SLOW], b"at work", b"\x03")
    assert code in (130, -signal.SIGINT)
    assert text.count("logicsweep: interrupted") == 1
    assert "Traceback" not in text
    bash = which("bash")
    if bash is None:
        pytest.skip("there is no bash")
    loop = f'for i in 1 2 3; do "{sys.executable}" -c "$0"; done; echo went on'
    _, text = on_a_terminal([bash, "-c", loop, SLOW], b"at work", b"\x03")
    assert text.count("at work") == text.count("logicsweep: interrupted") == 1, text
    assert "went on" not in text
    code, text = on_a_terminal(
        [bash, "-c", f'trap : INT; "{sys.executable}" -c "$0"; echo code $?', SLOW],
        b"at work",
        b"\x03",
    )
    assert "code 130" in text


SEARCHING = """
from tests.judges.reasoners import reasoner_of
from tests.judges.systems import pigeons
with reasoner_of("glucose4", pigeons(12)) as reasoner:
    try:
        print("searching", flush=True)
        reasoner.solve()
    except KeyboardInterrupt:
        pass
    try:
        print("waiting", flush=True)
        time.sleep(30)
    except KeyboardInterrupt:
        print("heard again")
"""


@pytest.mark.slow
def test_ctrl_c_after_a_search_that_was_interrupted() -> None:
    process = python(HEARING + SEARCHING)
    assert process.stdout is not None
    for word in ("searching\n", "waiting\n"):
        assert process.stdout.readline() == word
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
    assert end_of(process) == (0, "heard again\n", "")


@pytest.mark.slow
@pytest.mark.usefixtures("hears_sigint")
def test_ctrl_c_at_a_step_of_a_game_ends_a_loop_of_the_shell() -> None:
    bash = which("bash")
    if bash is None:
        pytest.skip("there is no bash")
    play = f'"{sys.executable}" -m logicsweep play --delay key --seed 1 --size beginner'
    loop = f"for i in 1 2 3; do {play}; done; echo went on"
    _, text = on_a_terminal([bash, "-c", loop], b"8", b"\x03")
    assert text.count("logicsweep: interrupted") == 1
    assert "went on" not in text
