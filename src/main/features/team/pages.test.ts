import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Cursor, ReadPage } from '../../../team-log/read.ts';
import { readPages } from './pages.ts';

const cursorAt = (seen: string): Cursor => ({ system: '1', seen, reading: null });

it('reads the next page while one is taken, and tells a failure in its turn', async () => {
  const asked: (string | null)[] = [];
  const pages: ReadPage[] = ['1', '2'].map((seen) => ({
    entries: [],
    cursor: cursorAt(seen),
    isLast: false,
  }));
  const log = {
    read(_stream: string, after: Cursor | null): Promise<ReadPage> {
      asked.push(after?.seen ?? null);
      const page = pages.shift();
      return page === undefined ? Promise.reject(new Error('away')) : Promise.resolve(page);
    },
  };
  const reading = readPages(log, 's', null);
  expect((await reading.next()).value?.cursor.seen).toBe('1');
  expect(asked).toEqual([null, '1']);
  expect((await reading.next()).value?.cursor.seen).toBe('2');
  await setImmediate();
  expect(asked).toEqual([null, '1', '2']);
  await expect(reading.next()).rejects.toThrow('away');
});

it('says where an empty page leads no further, and ends with the last', async () => {
  const log = { read: async () => ({ entries: [], cursor: cursorAt('1'), isLast: true }) };
  const found: boolean[] = [];
  for await (const { isFurther } of readPages(log, 's', cursorAt('1'))) found.push(isFurther);
  for await (const { isFurther } of readPages(log, 's', cursorAt('0'))) found.push(isFurther);
  expect(found).toEqual([false, true]);
});
