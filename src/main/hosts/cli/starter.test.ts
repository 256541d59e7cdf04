import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { starterGone } from './starter.ts';

const npm = { npm_lifecycle_event: 'start' };
const soon = <T>(promise: Promise<T>): Promise<T | 'still there'> =>
  Promise.race([
    promise,
    new Promise<'still there'>((done) => setTimeout(done, 60, 'still there')),
  ]);

it('waits while npm is there', async () => {
  const gone = starterGone({ environment: npm, parent: () => process.pid, every: 5 });
  expect(await soon(gone)).toBe('still there');
});

it('notices another parent in its place', async () => {
  let parent = process.pid;
  const gone = starterGone({ environment: npm, parent: () => parent, every: 5 });
  parent = 1;
  expect(await gone).toBeUndefined();
});

it('notices a parent that ended without another in its place', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((done) => child.once('close', done));
  const gone = starterGone({ environment: npm, parent: () => child.pid ?? 0, every: 5 });
  expect(await gone).toBeUndefined();
});

it('lets a shell that started it go', async () => {
  let parent = process.pid;
  const gone = starterGone({ environment: {}, parent: () => parent, every: 5 });
  parent = 1;
  expect(await soon(gone)).toBe('still there');
});
