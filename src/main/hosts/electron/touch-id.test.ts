import { expect, it } from 'vitest';
import { createTouchId } from './touch-id.ts';

it('is the person where the system says so, and nobody where it does not', async () => {
  const of = (answer: Promise<void>) =>
    createTouchId({ canPromptTouchID: () => true, promptTouchID: () => answer });
  expect(of(Promise.resolve()).isAvailable()).toBe(true);
  expect(await of(Promise.resolve()).ask()).toBe(true);
  expect(await of(Promise.reject(new Error('cancelled'))).ask()).toBe(false);
});
