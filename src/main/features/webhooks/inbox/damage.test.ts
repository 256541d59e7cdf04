import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../../../platform/sqlite.ts';
import { bytesOf, delivery, eventBody, openTestInbox, profileId } from '../testing/deliveries.ts';

let test: Awaited<ReturnType<typeof openTestInbox>>;
beforeEach(async () => {
  test = await openTestInbox();
});
afterEach(() => test.remove());

const PAGE_BYTES = 4096;
const MANY = 300;
const bodyOf = (index: number) => eventBody(`event_${index}`);

/** Stores many, then damages a page. */
async function withDamagedPage(table: string): Promise<void> {
  await test.inbox.append(Array.from({ length: MANY }, (_, index) => delivery(bodyOf(index))));
  await damagePage(table);
}

/** Changes one bit of a page in the middle of the table. */
async function damagePage(table: string): Promise<void> {
  await test.inbox.close();
  const sqlite = openSqlite(test);
  sqlite.checkpoint();
  const pages = sqlite.all(
    "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path",
    [table],
  ) as { pageno: number }[];
  sqlite.close();
  expect(pages.length).toBeGreaterThan(2);
  const file = readFileSync(test.file);
  const at = ((pages[1]?.pageno ?? 0) - 1) * PAGE_BYTES + 100;
  file[at] = (file[at] ?? 0) ^ 1;
  writeFileSync(test.file, file);
  await test.reopen();
}

describe('a damaged page of deliveries', () => {
  it('is left out of lists, and the rest is there, page by page', async () => {
    await withDamagedPage('deliveries');
    const seen: number[] = [];
    for (let before: number | null = null; ; ) {
      const page = test.inbox.deliveries({ profileId, before, limit: 20 });
      seen.push(...page.map(({ arrival }) => arrival));
      before = page.at(-1)?.arrival ?? null;
      if (page.length < 20) break;
    }
    expect(seen).toContain(1);
    expect(seen).toContain(MANY);
    expect(seen.length).toBeGreaterThan(MANY / 2);
    expect(seen.length).toBeLessThan(MANY);
    expect(new Set(seen).size).toBe(seen.length);
    const lost = Array.from({ length: MANY }, (_, index) => index + 1).find(
      (arrival) => !seen.includes(arrival),
    );
    expect(() => test.inbox.delivery(lost ?? 0)).toThrow('malformed');
  });

  it('stops neither new deliveries nor repeats, and is no gap in the stream', async () => {
    await withDamagedPage('deliveries');
    const all = Array.from({ length: MANY }, (_, index) => delivery(bodyOf(index)));
    const appended = await test.inbox.append([...all, delivery(bodyOf(MANY))]);
    expect(appended.filter((one) => one === 'repeat').length).toBeGreaterThan(MANY / 2);
    // What can't be read is stored again.
    expect(appended.filter((one) => one === 'kept').length).toBeGreaterThan(1);
    const stream = test.inbox.genuineAfter(profileId, 0, 2 * MANY);
    expect(stream.slice(0, MANY).map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: MANY }, (_, index) => index + 1),
    );
    const last = stream.at(-1)?.arrival ?? 0;
    expect(test.inbox.content(last, test.keys.privateKey)?.body).toEqual(bytesOf(bodyOf(MANY)));
  });
});

describe('damaged content', () => {
  it('is stored again when the delivery comes once more', async () => {
    const all = Array.from({ length: 60 }, (_, index) => delivery(bodyOf(index)));
    // Each in a block of its own.
    for (const one of all) await test.inbox.append([one]);
    await damagePage('blocks');
    const { privateKey } = test.keys;
    const isLost = (_: unknown, index: number): boolean => {
      try {
        return test.inbox.content(index + 1, privateKey) === null;
      } catch {
        return true;
      }
    };
    const lost = all.filter(isLost).length;
    expect(lost).toBeGreaterThan(0);
    const appended = await test.inbox.append(all);
    expect(appended.filter((one) => one === 'kept')).toHaveLength(lost);
    expect(appended.filter((one) => one === 'repeat')).toHaveLength(all.length - lost);
    for (let arrival = all.length + 1; arrival <= all.length + lost; arrival += 1)
      expect(test.inbox.content(arrival, privateKey)).not.toBeNull();
  });
});
