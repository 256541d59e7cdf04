import { expect, it, vi } from 'vitest';
import { showWaitingBox } from './waiting-box.ts';

const { signal } = new AbortController();
const answers = (response: number) => async () => ({ response, checkboxChecked: false });

it.each([
  ['waits', answers(0), 0],
  ['ends at once', answers(1), 1],
  ['waits where no box can be shown', () => Promise.reject(new Error('no display')), 0],
])('%s', async (_what, showMessageBox, quits) => {
  const quit = vi.fn();
  await showWaitingBox({ showMessageBox }, { quit }, signal);
  expect(quit).toHaveBeenCalledTimes(quits);
});
