import { EventEmitter } from 'node:events';
import type { App, BrowserWindow } from 'electron';
import { expect, it, vi } from 'vitest';
import { enableUnsavedQuestion } from './unsaved.ts';

/** A window whose page has typed contents. */
function opened() {
  const app = new EventEmitter();
  const done: string[] = [];
  const answers: PromiseWithResolvers<{ response: number }>[] = [];
  const showMessageBox = vi.fn(() => {
    const answer = Promise.withResolvers<{ response: number }>();
    answers.push(answer);
    return answer.promise;
  });
  const unload = (what: string): void => {
    const event = { preventDefault: vi.fn() };
    webContents.emit('will-prevent-unload', event);
    if (event.preventDefault.mock.calls.length > 0) done.push(what);
  };
  const reload = () => unload('loaded anew');
  const webContents = Object.assign(new EventEmitter(), { reload });
  const window = Object.assign(new EventEmitter(), {
    ...{ webContents, isDestroyed: () => done.includes('closed') },
    destroy: () => void done.push('closed'),
  });
  enableUnsavedQuestion(window as unknown as BrowserWindow, app as unknown as App, {
    showMessageBox: showMessageBox as never,
  });
  return {
    ...{ app, done, reload, showMessageBox },
    close() {
      window.emit('close');
      unload('closed');
    },
    async answer(response: number) {
      answers.shift()?.resolve({ response });
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

it.each([
  ['close', 'closed'],
  ['reload', 'loaded anew'],
] as const)(
  'asks on %s, goes on meanwhile, and does it where the person leaves',
  async (by, what) => {
    const page = opened();
    page[by]();
    page[by]();
    expect(page.done).toEqual([]);
    await page.answer(0);
    expect(page.done).toEqual([]);
    page[by]();
    await page.answer(1);
    expect(page.done).toEqual([what]);
    expect(page.showMessageBox).toHaveBeenCalledTimes(2);
  },
);

it('asks again about what is typed after the page was loaded anew', async () => {
  const page = opened();
  page.reload();
  await page.answer(1);
  page.close();
  expect(page.done).toEqual(['loaded anew']);
  await page.answer(1);
  expect(page.done).toEqual(['loaded anew', 'closed']);
});

it('does not hold up quitting, also while it asks', () => {
  const page = opened();
  page.close();
  page.app.emit('before-quit', {});
  page.close();
  expect(page.done).toEqual(['closed']);
  expect(page.showMessageBox).toHaveBeenCalledTimes(1);
});
