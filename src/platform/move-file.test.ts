import { expect, it } from 'vitest';
import { type MoveParts, moveFile } from './move-file.ts';

const failure = (code: string) => Object.assign(new Error(code), { code });

/** Refuses with these codes, one after another, then moves. */
function scanned(codes: readonly string[], pauses: readonly number[]) {
  const left = [...codes];
  const paused: number[] = [];
  const moved: string[] = [];
  const parts: MoveParts = {
    pauses,
    rename(from, to) {
      const code = left.shift();
      if (code !== undefined) throw failure(code);
      moved.push(`${from} ${to}`);
    },
    pause: (ms) => void paused.push(ms),
  };
  return { parts, paused, moved };
}

it('waits for a program that has the file open, and moves it then', () => {
  const { parts, paused, moved } = scanned(['EPERM', 'EBUSY', 'EACCES'], [10, 20, 40, 80]);
  moveFile('a.new', 'a', parts);
  expect(moved).toEqual(['a.new a']);
  expect(paused).toEqual([10, 20, 40]);
});

it('says what stays refused', () => {
  const { parts, paused, moved } = scanned(['EPERM', 'EPERM', 'EACCES'], [10, 20]);
  expect(() => moveFile('a.new', 'a', parts)).toThrow('EACCES');
  expect([paused, moved]).toEqual([[10, 20], []]);
});

it.each([
  ['a full disk', 'ENOSPC', [10, 20]],
  ['a refusal where nothing opens files for a moment', 'EPERM', []],
])('does not wait for %s', (_what, code, pauses) => {
  const { parts, paused } = scanned([code], pauses);
  expect(() => moveFile('a.new', 'a', parts)).toThrow(code);
  expect(paused).toEqual([]);
});
