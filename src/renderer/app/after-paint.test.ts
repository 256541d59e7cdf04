import { describe, expect, it } from 'vitest';
import { afterPaint, type Page } from './after-paint.ts';

/** A page whose frames and time the test makes. */
function page() {
  const timers = new Map<number, { task: () => void; after: number }>();
  const frames = new Map<number, () => void>();
  let last = 0;
  const own = {
    setTimeout: (task: () => void, after = 0) => {
      last += 1;
      timers.set(last, { task, after });
      return last;
    },
    clearTimeout: (id: number) => void timers.delete(id),
    requestAnimationFrame: (task: () => void) => {
      last += 1;
      frames.set(last, task);
      return last;
    },
    cancelAnimationFrame: (id: number) => void frames.delete(id),
  };
  const frame = (): void => {
    const due = [...frames.values()];
    frames.clear();
    for (const task of due) task();
  };
  const pass = (milliseconds: number): void => {
    for (const [id, { task, after }] of timers) {
      if (after > milliseconds || !timers.delete(id)) continue;
      task();
    }
  };
  return { own: own as unknown as Page, frame, pass };
}

function running() {
  const { own, frame, pass } = page();
  let times = 0;
  const callOff = afterPaint(own, () => {
    times += 1;
  });
  return { frame, pass, callOff, times: () => times };
}

describe('what waits for a frame', () => {
  it('runs behind it, and once', () => {
    const { frame, pass, times } = running();
    pass(0);
    expect(times()).toBe(0);
    frame();
    expect(times()).toBe(0);
    pass(0);
    expect(times()).toBe(1);
    frame();
    pass(1_000);
    expect(times()).toBe(1);
  });

  it('runs in a tab that nobody looks at, too, and not again in its first frame', () => {
    const { frame, pass, times } = running();
    pass(249);
    expect(times()).toBe(0);
    pass(250);
    expect(times()).toBe(1);
    frame();
    pass(1_000);
    expect(times()).toBe(1);
  });

  it('does not run when it was called off, before the frame or behind it', () => {
    for (const when of ['before', 'behind']) {
      const { frame, pass, callOff, times } = running();
      if (when === 'behind') frame();
      callOff();
      frame();
      pass(1_000);
      expect(times()).toBe(0);
    }
  });
});
