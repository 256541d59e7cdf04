import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqlite, type Sqlite } from '../../../../../platform/sqlite.ts';
import {
  delivery,
  eventBody,
  openTestInbox,
  profileId,
} from '../../../webhooks/testing/deliveries.ts';
import { createInboxSource, type ReadDelivery } from '../write/inbox-source.ts';
import { readAheadOf } from './reading-ahead.ts';

const COUNT = 1_300;
const program = new URL('./timeline-writer.ts', import.meta.url);

let opened: Awaited<ReturnType<typeof openTestInbox>>;
let sqlite: Sqlite;

beforeEach(async () => {
  opened = await openTestInbox();
  const bodies = Array.from({ length: COUNT }, (_, number) =>
    number % 100 === 7
      ? `no event ${number}`
      : eventBody(`event_n${number % 1_000}`, { note: `n${number}` }),
  );
  await opened.inbox.append(bodies.map((body) => delivery(body)));
  sqlite = openSqlite({ file: opened.file, key: opened.key, isReadOnly: true });
});
afterEach(async () => {
  sqlite.close();
  await opened.remove();
});

const plain = () => createInboxSource({ sqlite, profileId, privateKey: opened.keys.privateKey });
type More = Partial<Parameters<typeof readAheadOf>[1]>;
const ahead = (more: More = {}) => {
  const source = readAheadOf(plain(), {
    inbox: { file: opened.file, key: opened.key },
    profileId,
    privateKey: opened.keys.privateKey,
    program,
    isStopped: () => false,
    farBehind: 1_000,
    ...more,
  });
  source.expect(COUNT);
  return source;
};
/** In groups, as the writer takes them. */
function taken(source: ReturnType<typeof plain>, group: number): ReadDelivery[] {
  const all: ReadDelivery[] = [];
  for (;;) {
    const part = [...source.after(all.at(-1)?.sequence ?? 0, group)];
    all.push(...part);
    if (part.length < group) return all;
  }
}

it('gives what reading without it gives, in the same order, in groups of any size', () => {
  const expected = taken(plain(), COUNT + 1);
  expect(expected).toHaveLength(COUNT);
  for (const group of [70, 1_000, 5_000]) {
    const source = ahead();
    expect(taken(source, group)).toEqual(expected);
    source.close();
  }
});

it('cuts what is known out of the words, as reading without it does', () => {
  const known = () => ['n1234'];
  const words = (source: ReturnType<typeof plain>) =>
    taken(source, 5_000).flatMap(({ facts }) => facts?.fresh ?? []);
  const source = ahead({ known });
  expect(words(source)).not.toContain('n1234');
  source.close();
  expect(words(ahead())).toContain('n1234');
});

it('reads on by itself where what was handed over was undone', () => {
  const source = ahead();
  expect([...source.after(0, 600)]).toHaveLength(600);
  source.forget();
  const again = taken(source, 400);
  expect(again.map(({ sequence }) => sequence)).toEqual(
    taken(plain(), 400).map(({ sequence }) => sequence),
  );
  // Nothing of it counts as known.
  expect(again[0]?.facts?.fresh).toEqual(taken(plain(), 400)[0]?.facts?.fresh);
});

it('reads by itself where the thread does not come, or the writer is to stop', () => {
  const missing = new URL('./no-such-program.ts', import.meta.url);
  expect(taken(ahead({ program: missing, patienceMs: 100 }), 500)).toHaveLength(COUNT);
  expect(taken(ahead({ program: missing, isStopped: () => true }), 500)).toHaveLength(COUNT);
});
