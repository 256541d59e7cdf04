import { describe, expect, it } from 'vitest';
import { initialWindowState, parseWindowState, visibleOn } from './window-state.ts';

const display = { x: 0, y: 0, width: 1920, height: 1080 };

describe("the window's place", () => {
  it('is read back as it was kept', () => {
    const state = { bounds: { x: 10, y: 20, width: 1000, height: 700 }, isMaximized: true };
    expect(parseWindowState(JSON.stringify(state))).toEqual(state);
  });

  it.each([
    ['nothing', null],
    ['no JSON', '{"bounds":'],
    ['another shape', '{"x":1}'],
    ['a window too small to use', '{"bounds":{"width":1,"height":1},"isMaximized":false}'],
    ['a fractional size', '{"bounds":{"width":800.5,"height":600},"isMaximized":false}'],
  ])('starts afresh from %s', (_case, text) => {
    expect(parseWindowState(text)).toEqual(initialWindowState);
  });

  it('is kept while a display shows it', () => {
    const state = { bounds: { x: 1700, y: 900, width: 1000, height: 700 }, isMaximized: false };
    expect(visibleOn(state, [display])).toBe(state);
  });

  it.each([
    ['left of every display', { x: -2000, y: 0 }],
    ['on a display that is gone', { x: 2500, y: 100 }],
    ['below the screen', { x: 0, y: 1079 }],
    ['above the screen, where no title bar can be reached', { x: 0, y: -400 }],
  ])('is dropped, size kept, when it lies %s', (_case, place) => {
    const state = { bounds: { ...place, width: 1000, height: 700 }, isMaximized: false };
    expect(visibleOn(state, [display]).bounds).toEqual({ width: 1000, height: 700 });
  });
});
