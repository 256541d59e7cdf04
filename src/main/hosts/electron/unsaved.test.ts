import { EventEmitter } from 'node:events';
import type { App, BrowserWindow } from 'electron';
import { expect, it, vi } from 'vitest';
import { enableUnsavedQuestion } from './unsaved.ts';

function opened(answer: number) {
  const app = new EventEmitter();
  const webContents = new EventEmitter();
  const showMessageBoxSync = vi.fn((_window: unknown, _options: unknown) => answer);
  enableUnsavedQuestion({ webContents } as unknown as BrowserWindow, app as unknown as App, {
    showMessageBoxSync: showMessageBoxSync as never,
  });
  return {
    ...{ app, showMessageBoxSync },
    /** Whether the page goes although it asked to stay. */
    goes: () => {
      const event = { preventDefault: vi.fn() };
      webContents.emit('will-prevent-unload', event);
      return event.preventDefault.mock.calls.length > 0;
    },
  };
}

it.each([
  ['stays', 0, false],
  ['leaves', 1, true],
])('a page with typed contents is asked about: the person %s', (_what, answer, goes) => {
  expect(opened(answer).goes()).toBe(goes);
});

it('does not hold up quitting', () => {
  const { app, goes, showMessageBoxSync } = opened(0);
  app.emit('before-quit', {});
  expect(goes()).toBe(true);
  expect(showMessageBoxSync).not.toHaveBeenCalled();
});
