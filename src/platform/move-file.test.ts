import { describe, expect, it } from 'vitest';
import { moveFile, moveFileLater } from './move-file.ts';

const failure = (code: string) => Object.assign(new Error(code), { code });

/** Refuses with these codes, one after another, then moves. */
function scanned(codes: readonly string[], pauses: readonly number[]) {
  const left = [...codes];
  const paused: number[] = [];
  const moved: string[] = [];
  const parts = {
    pauses,
    rename(from: string, to: string) {
      const code = left.shift();
      if (code !== undefined) throw failure(code);
      moved.push(`${from} ${to}`);
    },
    pause: (ms: number) => void paused.push(ms),
  };
  return { parts, paused, moved };
}
type Parts = ReturnType<typeof scanned>['parts'];

const moves = [
  ['at once', async (parts: Parts) => moveFile('a.new', 'a', parts)],
  [
    'while other work goes on',
    (parts: Parts) =>
      moveFileLater('a.new', 'a', {
        pauses: parts.pauses,
        rename: async (from, to) => parts.rename(from, to),
        pause: async (ms) => parts.pause(ms),
      }),
  ],
] as const;

describe.each(moves)('moving %s', (_how, move) => {
  it('waits for a program that has the file open, and moves it then', async () => {
    const { parts, paused, moved } = scanned(['EPERM', 'EBUSY', 'EACCES'], [10, 20, 40, 80]);
    await move(parts);
    expect(moved).toEqual(['a.new a']);
    expect(paused).toEqual([10, 20, 40]);
  });

  it('says what stays refused', async () => {
    const { parts, paused, moved } = scanned(['EPERM', 'EPERM', 'EACCES'], [10, 20]);
    await expect(move(parts)).rejects.toThrow('EACCES');
    expect([paused, moved]).toEqual([[10, 20], []]);
  });

  it.each([
    ['a full disk', 'ENOSPC', [10, 20]],
    ['a refusal where nothing opens files for a moment', 'EPERM', []],
  ])('does not wait for %s', async (_what, code, pauses) => {
    const { parts, paused } = scanned([code], pauses);
    await expect(move(parts)).rejects.toThrow(code);
    expect(paused).toEqual([]);
  });
});
