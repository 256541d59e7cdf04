import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { testFolder } from './testing/test-folder.ts';
import { collectAtRest, startThread, type Thread, ThreadEnded } from './thread.ts';

interface Offered {
  double(value: number): number;
  reversed(bytes: Uint8Array): Uint8Array;
  untilDropped(): void;
  dropped(): number;
  fail(): void;
  note(word: string): void;
  environment(): number;
}

const program = `
  import { Moved, serveThread } from ${JSON.stringify(fileURLToPath(new URL('./thread.ts', import.meta.url)))};
  serveThread((side) => {
    if (side.data === 'broken') throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
    let dropped = 0;
    return {
      double: (value) => value * 2,
      reversed: (bytes) => {
        const result = bytes.toReversed();
        return new Moved(result, [result.buffer]);
      },
      untilDropped: () => {
        const signal = side.signal();
        return new Promise(() => signal.addEventListener('abort', () => { dropped += 1; }));
      },
      dropped: () => dropped,
      fail: () => {
        throw Object.assign(new RangeError('not so'), { code: 'SQLITE_FULL', at: 7 });
      },
      note: (word) => side.say('heard ' + word),
      environment: () => Object.keys(process.env).length,
      close: () => side.say('closed'),
    };
  });`;

let directory: string;
let threads: Thread<Offered>[];
const news: string[] = [];
beforeEach(() => {
  directory = testFolder();
  writeFileSync(join(directory, 'program.mts'), program);
  threads = [];
  news.length = 0;
});
afterEach(async () => {
  await Promise.all(threads.map((thread) => thread.end()));
});

function start(data: unknown = null): Thread<Offered> {
  const thread = startThread<Offered, string>({
    name: 'thread of a test',
    program: join(directory, 'program.mts'),
    data,
    onNews: (said) => news.push(said),
  });
  threads.push(thread);
  return thread;
}

it('answers calls by name, also those made before it is open', async () => {
  const thread = start();
  expect(await Promise.all([thread.call('double', [2]), thread.call('double', [4])])).toEqual([
    4, 8,
  ]);
  await thread.opened;
});

it('hands bytes over in both directions', async () => {
  const thread = start();
  const bytes = new Uint8Array([1, 2, 3]);
  const answer = thread.call('reversed', [bytes], { transfer: [bytes.buffer] });
  expect(bytes).toHaveLength(0);
  expect([...(await answer)]).toEqual([3, 2, 1]);
});

it('tells an error with its name, its code and its fields', async () => {
  await expect(start().call('fail', [])).rejects.toMatchObject({
    name: 'RangeError',
    message: 'not so',
    code: 'SQLITE_FULL',
    at: 7,
  });
});

it('says news in order with its answers', async () => {
  const thread = start();
  thread.tell('note', ['a']);
  thread.tell('note', ['b']);
  await thread.call('double', [1]);
  expect(news).toEqual(['heard a', 'heard b']);
});

it('drops a call that nobody waits for any more, and goes on', async () => {
  const thread = start();
  const over = new AbortController();
  const waiting = thread.call('untilDropped', [], { signal: over.signal });
  await thread.call('double', [1]);
  over.abort(new Error('another page'));
  await expect(waiting).rejects.toThrow('another page');
  expect(await thread.call('dropped', [])).toBe(1);
  await expect(thread.call('double', [1], { signal: over.signal })).rejects.toThrow('another page');
});

it('closes what it opened before it is gone, and says so to whoever calls later', async () => {
  const thread = start();
  const ended = Promise.withResolvers<ThreadEnded>();
  thread.onEnd(ended.resolve);
  await thread.close();
  expect(news).toEqual(['closed']);
  expect(await ended.promise).toBeInstanceOf(ThreadEnded);
  await expect(thread.call('double', [1])).rejects.toThrow('The thread of a test ended (0).');
  await thread.close();
});

it('rejects what is under way when it ends', async () => {
  const thread = start();
  const waiting = thread.call('untilDropped', []);
  await thread.call('double', [1]);
  await Promise.all([thread.end(), expect(waiting).rejects.toBeInstanceOf(ThreadEnded)]);
});

it('rejects with what opening threw', async () => {
  const thread = start('broken');
  await expect(thread.opened).rejects.toMatchObject({ message: 'no such file', code: 'ENOENT' });
  await expect(thread.call('double', [1])).rejects.toBeInstanceOf(ThreadEnded);
});

it('gets nothing of the environment', async () => {
  expect(await start().call('environment', [])).toBe(0);
});

/** What nothing else refers to; the function's end lets go of it. */
const leftOver = () => new WeakRef({});

it('collects at rest what nothing refers to, and again after more was done', async () => {
  const act = collectAtRest(10);
  for (let turn = 0; turn < 2; turn += 1) {
    const left = leftOver();
    act();
    await expect.poll(() => left.deref() === undefined, { timeout: 10_000 }).toBe(true);
  }
});
