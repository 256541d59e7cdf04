/** Which value is shown while the key is held. */
import { expect, it } from 'vitest';
import { watchKey } from './veil-page.ts';

function watched() {
  const page = new EventTarget();
  const frame = new EventTarget();
  const shown: string[] = [];
  const stop = watchKey(page, frame, (state) => shown.push(state));
  const tell = (type: string, fields: object = {}) => {
    const event = Object.assign(new Event(type, { cancelable: true }), fields);
    (type === 'blur' ? frame : page).dispatchEvent(event);
    return { state: shown.at(-1), isTaken: event.defaultPrevented };
  };
  return { tell, stop };
}
const alt = { key: 'Alt', altKey: true };

it('the key alone shows what the pointer is over, and opens no menu of the window', () => {
  const { tell } = watched();
  expect(tell('pointermove', { altKey: true }).state).toBe('on');
  expect(tell('keydown', alt)).toEqual({ state: 'hover', isTaken: true });
  expect(tell('pointermove', { altKey: true }).state).toBe('hover');
  expect(tell('keyup', { key: 'Alt', altKey: false })).toEqual({ state: 'on', isTaken: true });
});

it('after a key that moves the focus it shows what has the focus, until the pointer moves', () => {
  const { tell } = watched();
  expect(tell('keydown', { key: 'Tab', altKey: false }).state).toBe('on');
  expect(tell('keydown', alt).state).toBe('focus');
  expect(tell('pointermove', { altKey: true }).state).toBe('hover');
});

it('veils again where the key may have been let go unheard', () => {
  const { tell } = watched();
  for (const [type, fields] of [
    ['blur', {}],
    ['visibilitychange', {}],
    ['pointermove', { altKey: false }],
    ['keydown', { key: 'x', altKey: false }],
  ] as const) {
    expect(tell('keydown', alt).state).not.toBe('on');
    expect(tell(type, fields).state).toBe('on');
    // What moves afterwards shows nothing, though it says that the key is held.
    expect(tell('pointermove', { altKey: true }).state).toBe('on');
  }
});

it('other keys are left alone, and none is heard once it is off', () => {
  const { tell, stop } = watched();
  expect(tell('keydown', { key: 'a', altKey: false }).isTaken).toBe(false);
  stop();
  expect(tell('keydown', alt).isTaken).toBe(false);
});
