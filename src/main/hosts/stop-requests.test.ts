import { expect, it } from 'vitest';
import { createStopRequests } from './stop-requests.ts';

it('stops at the first request, and hurries at one that is another', () => {
  let at = 1_000;
  const requests = createStopRequests(() => at);
  expect(requests.ask()).toBe(true);
  at += 40;
  expect(requests.ask()).toBe(false);
  expect(requests.hurry.aborted).toBe(false);
  at += 2_000;
  expect(requests.ask()).toBe(false);
  expect(requests.hurry.aborted).toBe(true);
});
