"""The threads that answer: as many as are needed, the warm ones first, and an orderly end."""

import threading

from app.front import Threads


class Task:
    """Waits to be let go, so that a test decides who is busy."""

    def __init__(self, *, held: bool = False):
        self.begun, self.done, self.cancelled = threading.Event(), threading.Event(), threading.Event()
        self.go = threading.Event()
        self.thread = 0
        if not held:
            self.go.set()

    def service(self) -> None:
        self.thread = threading.get_ident()
        self.begun.set()
        self.go.wait(60)
        self.done.set()

    def cancel(self) -> None:
        self.cancelled.set()


class Broken(Task):
    def service(self) -> None:
        super().service()
        raise ValueError("a fault in a request")


def given(threads: Threads, *tasks: Task) -> None:
    for task in tasks:
        threads.add_task(task)


def test_a_busy_thread_keeps_nobody_waiting():
    threads, slow, quick = Threads(2), Task(held=True), Task()
    given(threads, slow, quick)
    assert quick.done.wait(60)
    assert not slow.done.is_set()
    slow.go.set()
    threads.shutdown(timeout=60)


def test_what_comes_beyond_the_most_waits_its_turn():
    threads, first, second = Threads(1), Task(held=True), Task()
    given(threads, first, second)
    assert first.begun.wait(60)
    assert not second.begun.is_set()
    first.go.set()
    assert second.done.wait(60)
    assert second.thread == first.thread
    threads.shutdown(timeout=60)


def test_a_fault_ends_no_thread():
    threads, broken, after = Threads(1), Broken(), Task()
    given(threads, broken, after)
    assert after.done.wait(60)
    threads.shutdown(timeout=60)


def test_the_end_waits_for_what_is_under_way_and_drops_what_is_not_begun():
    threads, begun, waiting = Threads(1), Task(held=True), Task()
    given(threads, begun, waiting)
    assert begun.begun.wait(60)
    assert threads.shutdown(timeout=0)
    assert waiting.cancelled.is_set()
    begun.go.set()
    assert begun.done.wait(60)


def test_many_tasks_from_many_sides_are_all_done_once():
    threads, tasks = Threads(4), [Task() for _ in range(400)]
    sides = [threading.Thread(target=given, args=(threads, *tasks[n::4])) for n in range(4)]
    for side in sides:
        side.start()
    assert all(task.done.wait(60) for task in tasks)
    assert len({task.thread for task in tasks}) <= 4
    assert not threads.shutdown(timeout=60)
