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
  const executeJavaScript = vi.fn(async () => true);
  const webContents = Object.assign(new EventEmitter(), { reload, executeJavaScript });
  const window = Object.assign(new EventEmitter(), {
    webContents,
    isDestroyed: () => done.includes('closed'),
    isMinimized: () => true,
    restore: vi.fn(),
    destroy: () => void done.push('closed'),
  });
  const mayQuit = enableUnsavedQuestion(window as unknown as BrowserWindow, app as unknown as App, {
    showMessageBox: showMessageBox as never,
  });
  return {
    app,
    done,
    reload,
    showMessageBox,
    mayQuit,
    executeJavaScript,
    restore: window.restore,
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

it('closes without a question once nothing holds up quitting, also while it asks', () => {
  const page = opened();
  page.close();
  page.app.emit('before-quit', { defaultPrevented: true });
  page.close();
  expect(page.done).toEqual([]);
  page.app.emit('before-quit', { defaultPrevented: false });
  page.close();
  expect(page.done).toEqual(['closed']);
  expect(page.showMessageBox).toHaveBeenCalledTimes(1);
});

it.each([
  ['leaves', 1, true],
  ['stays', 0, false],
] as const)(
  'asks before it is quit, in one box with a close: the person %s',
  async (_, by, may) => {
    const page = opened();
    page.close();
    const quit = page.mayQuit();
    await page.answer(by);
    expect(await quit).toBe(may);
    expect(page.restore).toHaveBeenCalledTimes(1);
    expect(page.showMessageBox).toHaveBeenCalledTimes(1);
  },
);

it('is quit without a question where nothing was typed, and where the page hangs or is gone', async () => {
  vi.useFakeTimers();
  const { mayQuit, executeJavaScript, showMessageBox } = opened();
  executeJavaScript.mockResolvedValueOnce(false);
  expect(await mayQuit()).toBe(true);
  executeJavaScript.mockRejectedValueOnce(new Error('gone'));
  expect(await mayQuit()).toBe(true);
  executeJavaScript.mockReturnValueOnce(new Promise(() => undefined));
  const hangs = mayQuit();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await hangs).toBe(true);
  expect(showMessageBox).not.toHaveBeenCalled();
  vi.useRealTimers();
});
