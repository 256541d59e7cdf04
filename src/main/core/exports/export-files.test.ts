import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sha256Hex } from '../../../platform/canonical-json.ts';
import { systemClock } from '../../../platform/clock.ts';
import { systemRandom } from '../../../platform/random.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { openExportFiles, type SettledFile } from './export-files.ts';

let directory: string;
beforeEach(() => {
  directory = testFolder();
});
afterEach(() => vi.useRealTimers());

it.each([
  ['waits to be fetched', null],
  ['was saved where a person chose', 'chosen.csv'],
])('names the SHA-256 of the bytes of a file that %s', async (_where, chosen) => {
  const fetched: unknown[] = [];
  const place = join(directory, chosen ?? '');
  const files = openExportFiles({
    directory: join(directory, 'exports'),
    clock: systemClock,
    random: systemRandom,
    isTest: false,
    chooseFile: chosen === null ? null : () => Promise.resolve(place),
    known: { values: () => ['a-secret-that-is-known'] },
    onFetched: ({ fileSha256 }) => void fetched.push(fileSha256),
    isExpected: () => false,
    log: { error: (facts: unknown) => expect(facts).toBeNull() },
  });
  const settled = await new Promise<SettledFile>((resolve) => {
    files.start({
      fileName: 'list.csv',
      type: 'text/csv',
      async write({ open }) {
        const file = await open();
        await file.write('ä,a-secret-that-is-known\r\n');
        await file.write(Buffer.from('c'));
        await file.finish();
        return { file, done: 1 };
      },
      onChange: () => undefined,
      onSettled: resolve,
    });
  });
  expect(fetched).toEqual([]);
  const download = files.take(files.get(settled.id).path?.split('/').at(-1) ?? '');
  const bytes = download === null ? readFileSync(place) : await buffer(download.content);
  expect(bytes.toString()).not.toContain('a-secret');
  expect(settled.fileSha256).toBe(sha256Hex(bytes));
  expect(fetched).toEqual(chosen === null ? [sha256Hex(bytes)] : []);
  await files.close();
});

describe('an export that the audit log can’t record', () => {
  it.each([
    ['that waits to be fetched', null],
    ['where a person chose', 'chosen.csv'],
  ])('is not handed out: a file %s', async (_where, chosen) => {
    const logged: unknown[] = [];
    const place = join(directory, chosen ?? '');
    const files = openExportFiles({
      directory: join(directory, 'exports'),
      clock: systemClock,
      random: systemRandom,
      isTest: false,
      chooseFile: chosen === null ? null : () => Promise.resolve(place),
      isExpected: () => false,
      log: { error: (facts: unknown) => void logged.push(facts) },
    });
    const started = await new Promise<string>((resolve) => {
      const { id } = files.start({
        fileName: 'list.csv',
        type: 'text/csv',
        async write({ open }) {
          const file = await open();
          await file.write('a,b\r\n');
          await file.finish();
          return { file, done: 1 };
        },
        onChange() {
          if (files.get(id).status !== 'running') resolve(id);
        },
        onSettled(file) {
          expect(file.status).toBe('done');
          throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
        },
      });
    });
    expect(files.get(started)).toMatchObject({
      status: 'failed',
      path: null,
      savedTo: null,
      sentence: expect.stringMatching(/^The disk is full, so the audit log/),
    });
    expect(readdirSync(join(directory, 'exports'))).toEqual([]);
    if (chosen !== null) expect(existsSync(place)).toBe(false);
    expect(logged).toHaveLength(1);
    await files.close();
  });
});

it('says in the name of every file that it is of a sandbox', async () => {
  const suggested: string[] = [];
  const files = openExportFiles({
    directory: join(directory, 'exports'),
    clock: systemClock,
    random: systemRandom,
    isTest: true,
    chooseFile({ fileName }) {
      suggested.push(fileName);
      return Promise.resolve(null);
    },
    isExpected: () => false,
    log: { error: () => undefined },
  });
  const { fileName } = files.start({
    fileName: 'list.csv',
    type: 'text/csv',
    write: () => Promise.reject(new Error('never')),
    onChange: () => undefined,
    onSettled: () => undefined,
  });
  await files.close();
  expect([fileName, ...suggested]).toEqual(['SANDBOX-list.csv', 'SANDBOX-list.csv']);
});

it('records a file whose last step the closing did not stop', async () => {
  const settled: unknown[] = [];
  const finishing = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const place = join(directory, 'chosen.csv');
  const files = openExportFiles({
    directory: join(directory, 'exports'),
    clock: systemClock,
    random: systemRandom,
    isTest: false,
    chooseFile: () => Promise.resolve(place),
    isExpected: () => false,
    log: { error: (facts: unknown) => expect(facts).toBeNull() },
  });
  files.start({
    fileName: 'list.csv',
    type: 'text/csv',
    async write({ open }) {
      const file = await open();
      finishing.resolve();
      await goOn.promise;
      await file.finish();
      return { file, done: 1 };
    },
    onChange: () => undefined,
    onSettled: ({ status, savedTo }) => settled.push([status, savedTo]),
  });
  await finishing.promise;
  const closed = files.close();
  goOn.resolve();
  await closed;
  expect(settled).toEqual([['done', place]]);
});

it('waits for nothing more once it is closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const files = openExportFiles({
    directory: join(directory, 'exports'),
    clock: systemClock,
    random: systemRandom,
    isTest: false,
    chooseFile: null,
    isExpected: () => false,
    log: { error: (facts: unknown) => expect(facts).toBeNull() },
  });
  const { id } = await new Promise<SettledFile>((resolve) => {
    files.start({
      fileName: 'list.csv',
      type: 'text/csv',
      async write({ open }) {
        const file = await open();
        await file.finish();
        return { file, done: 0 };
      },
      onChange: () => undefined,
      onSettled: resolve,
    });
  });
  expect(files.get(id).path).not.toBeNull();
  expect(vi.getTimerCount()).toBeGreaterThan(0);
  await files.close();
  expect(vi.getTimerCount()).toBe(0);
});
