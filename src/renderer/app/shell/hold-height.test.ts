import { beforeEach, expect, it } from 'vitest';
import { type HeldBox, holdHeightWhilePressed, maxHeldMs } from './shell.tsx';

/** Lines of 36 px each, as high as a style says where it says something. */
function linesOf(count: number) {
  const lines = { count };
  const box: HeldBox = {
    get offsetHeight() {
      return lines.count * 36;
    },
    style: { height: '', overflow: '' },
  };
  return { lines, box };
}

/** Timers that go off when they are told to. */
function manualTimers() {
  const running = new Map<() => void, number>();
  return {
    after(task: () => void, milliseconds: number) {
      running.set(task, milliseconds);
      return () => void running.delete(task);
    },
    /** What is due after that long. */
    pass(milliseconds: number) {
      for (const [task, due] of [...running]) {
        if (due > milliseconds) continue;
        running.delete(task);
        task();
      }
    },
  };
}

let page: EventTarget;
let timers: ReturnType<typeof manualTimers>;
const tell = (type: string) => page.dispatchEvent(new Event(type));

beforeEach(() => {
  page = new EventTarget();
  timers = manualTimers();
});

it('keeps its height from the press until after the click, whatever comes in between', () => {
  const { box, lines } = linesOf(1);
  holdHeightWhilePressed(page, box, timers);
  tell('pointerdown');
  lines.count = 3;
  expect(box.style).toEqual({ height: '36px', overflow: 'hidden' });
  tell('pointerup');
  expect(box.style.height).toBe('36px');
  timers.pass(0);
  expect(box.style).toEqual({ height: '', overflow: '' });
});

it('keeps nothing there where no line is', () => {
  const { box, lines } = linesOf(0);
  holdHeightWhilePressed(page, box, timers);
  tell('pointerdown');
  lines.count = 1;
  expect(box.style.height).toBe('0px');
});

it('holds the second of two quick presses too', () => {
  const { box } = linesOf(1);
  holdHeightWhilePressed(page, box, timers);
  tell('pointerdown');
  tell('pointerup');
  tell('pointerdown');
  timers.pass(0);
  expect(box.style.height).toBe('36px');
});

it.each([
  ['a press that became something else', () => tell('pointercancel'), 0],
  ['a press whose release is never told', () => undefined, maxHeldMs],
])('lets go after %s', (_name, happens, later) => {
  const { box } = linesOf(1);
  holdHeightWhilePressed(page, box, timers);
  tell('pointerdown');
  happens();
  timers.pass(later);
  expect(box.style.height).toBe('');
});

it('lets go when it ends, and holds nothing after that', () => {
  const { box } = linesOf(1);
  const end = holdHeightWhilePressed(page, box, timers);
  tell('pointerdown');
  end();
  expect(box.style.height).toBe('');
  tell('pointerdown');
  expect(box.style.height).toBe('');
});
