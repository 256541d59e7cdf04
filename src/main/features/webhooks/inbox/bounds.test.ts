import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../../../platform/sqlite.ts';
import type { NewSignatureCheck } from '../signature-checks/types.ts';
import { delivery, openTestInbox, otherPath, profileId, slotPath } from '../testing/deliveries.ts';
import { defaultBounds, type InboxBounds, takenBy } from './bounds.ts';
import { packGroup } from './packed-group.ts';
import type { IncomingDelivery } from './types.ts';

let test: Awaited<ReturnType<typeof openTestInbox>> | null = null;
afterEach(async () => {
  await test?.remove();
  test = null;
});

const roomy = { slotDeliveries: 1000, slotBytes: 1e6, totalBytes: 1e6 };
async function inboxWith(bounds: Partial<InboxBounds>) {
  test = await openTestInbox({ ...defaultBounds, held: roomy, quarantined: roomy, ...bounds });
  return test;
}

/** Bytes that it counts for. */
const sizeOf = (one: IncomingDelivery): number => {
  const { start, end } = packGroup([one]).deliveries[0] ?? { start: 0, end: 0 };
  return takenBy(end - start);
};
const fileBytes = (opened: Awaited<ReturnType<typeof openTestInbox>>): number => {
  const sqlite = openSqlite(opened);
  const [pages] = sqlite.all('PRAGMA page_count') as { page_count: number }[];
  sqlite.close();
  return (pages?.page_count ?? 0) * 4096;
};
const unsigned = (body: string, path = slotPath) => delivery(body, { signedWith: null, path });
const unknown = (body: string, path = slotPath) => delivery(body, { known: 'unknown-yet', path });
const arrivals = ({ inbox }: Awaited<ReturnType<typeof openTestInbox>>) =>
  inbox
    .deliveries({ profileId, limit: 100 })
    .map(({ arrival }) => arrival)
    .reverse();

describe('the quarantine', () => {
  it('gives up the oldest of a path, and counts what went', async () => {
    const opened = await inboxWith({ quarantined: { ...roomy, slotDeliveries: 3 } });
    await opened.inbox.append(['a', 'b', 'c', 'd'].map((body) => unsigned(body)));
    await opened.inbox.append([unsigned('e')]);
    expect(arrivals(opened)).toEqual([3, 4, 5]);
    expect(opened.inbox.counts(slotPath)).toMatchObject({
      quarantined: 3,
      droppedFromQuarantine: 2,
      verdicts: { missing: 5 },
    });
    expect(opened.inbox.content(1, opened.keys.privateKey)).toBeNull();
  });

  it('is bounded in bytes, of a path and of all', async () => {
    const each = sizeOf(unsigned('a'.repeat(40)));
    const opened = await inboxWith({
      quarantined: { slotDeliveries: 1000, slotBytes: 2.5 * each, totalBytes: 3.5 * each },
    });
    await opened.inbox.append(['a', 'b', 'c'].map((body) => unsigned(body.repeat(40))));
    expect(arrivals(opened)).toEqual([2, 3]);
    await opened.inbox.append(['d', 'e'].map((body) => unsigned(body.repeat(40), otherPath)));
    expect(arrivals(opened)).toEqual([3, 4, 5]);
  });

  it('stays bounded after a restart', async () => {
    const opened = await inboxWith({ quarantined: { ...roomy, slotDeliveries: 2 } });
    await opened.inbox.append([unsigned('a'), unsigned('b')]);
    await opened.reopen();
    await opened.inbox.append([unsigned('c')]);
    expect(arrivals(opened)).toEqual([2, 3]);
  });

  it('never gives up what was acknowledged and is signed with another secret', async () => {
    const opened = await inboxWith({ quarantined: { ...roomy, slotDeliveries: 1 } });
    await opened.inbox.append(['a', 'b', 'c'].map((body) => unknown(body)));
    const stranger = delivery('x', { signedWith: 'secret_stranger' });
    await opened.inbox.appendVerdicts(
      [1, 2, 3].map((arrival) => ({ arrival, verdict: stranger.verdict })),
      0,
    );
    await opened.inbox.append([delivery('d', { signedWith: 'secret_stranger' })]);
    expect(arrivals(opened)).toHaveLength(4);
    expect(opened.inbox.counts(slotPath)).toMatchObject({ held: 3, droppedFromQuarantine: 0 });
    const wrong = opened.inbox.deliveries({ profileId, verdict: 'wrong', limit: 9 });
    expect(wrong).toHaveLength(4);
    await opened.inbox.appendVerdicts([{ arrival: 1, verdict: delivery('a').verdict }], 0);
    expect(opened.inbox.counts(slotPath)).toMatchObject({ held: 2 });
  });

  it('takes what is not of a secret that has verified others: it makes room for what is held', async () => {
    const opened = await inboxWith({ held: { ...roomy, slotDeliveries: 3 } });
    await opened.inbox.append(['a', 'b', 'c'].map((body) => unknown(body)));
    const genuine = delivery('a').verdict;
    const wrong = { ...genuine, kind: 'wrong' as const, signature: null };
    const judge = (arrival: number, verdict: NewSignatureCheck = wrong) => [{ arrival, verdict }];
    await opened.inbox.appendVerdicts(judge(2), 0);
    await opened.inbox.appendVerdicts(judge(1, genuine), 0);
    expect(opened.inbox.counts(slotPath)).toMatchObject({ held: 2, quarantined: 0 });
    // By the same secret, whether it was said before or is said now.
    await opened.inbox.appendVerdicts([...judge(2), ...judge(3)], 0);
    expect(opened.inbox.counts(slotPath)).toMatchObject({ held: 0, quarantined: 2 });
    expect(await opened.inbox.append([unknown('d')])).toEqual(['held']);
    await opened.inbox.appendVerdicts([{ arrival: 4, verdict: { ...wrong, fingerprint: '0' } }], 0);
    expect(opened.inbox.counts(slotPath)).toMatchObject({ held: 1, quarantined: 2 });
  });

  it('is bounded for unsigned ones that were held before, too', async () => {
    const opened = await inboxWith({ quarantined: { ...roomy, slotDeliveries: 2 } });
    await opened.inbox.append(['a', 'b', 'c'].map((body) => unknown(body)));
    const { verdict } = unsigned('x');
    await opened.inbox.appendVerdicts(
      [1, 2, 3].map((arrival) => ({ arrival, verdict })),
      0,
    );
    expect(arrivals(opened)).toEqual([2, 3]);
  });

  it('never gives a number out twice', async () => {
    const opened = await inboxWith({ quarantined: { ...roomy, slotDeliveries: 1, slotBytes: 1 } });
    await opened.inbox.append([unsigned('larger than the bound')]);
    await opened.reopen();
    await opened.inbox.append([unsigned('larger than the bound, too')]);
    await opened.reopen();
    await opened.inbox.append([delivery('genuine')]);
    expect(arrivals(opened)).toEqual([2, 3]);
  });
});

describe('what a delivery counts for', () => {
  it('is its headers as well', async () => {
    const small = unsigned('a');
    const headed = { ...small, rawHeaders: [...small.rawHeaders, 'X-Pad', 'x'.repeat(15_000)] };
    const opened = await inboxWith({
      quarantined: { ...roomy, slotBytes: 4 * sizeOf(headed) },
      held: { ...roomy, slotBytes: 2 * sizeOf(headed) },
    });
    await opened.inbox.append([headed, headed, headed, headed, headed]);
    expect(arrivals(opened)).toEqual([2, 3, 4, 5]);
    const held = { ...unknown('a'), rawHeaders: headed.rawHeaders };
    expect(await opened.inbox.append([held, held, held])).toEqual(['held', 'held', 'hold-full']);
  });

  it.each([1, 900, 3_900, 9_000])(
    'is no less than what the file grows by, for headers of %i random bytes',
    async (length) => {
      const group = Array.from({ length: 300 }, (_, index) => ({
        ...unknown(`a${index}`),
        rawHeaders: ['X-Pad', randomBytes(length).toString('base64').slice(0, length)],
      }));
      const opened = await inboxWith({ held: defaultBounds.held });
      await opened.inbox.append([]);
      const before = fileBytes(opened);
      await opened.inbox.append(group);
      const grown = fileBytes(opened) - before;
      expect(grown).toBeLessThanOrEqual(group.reduce((sum, one) => sum + sizeOf(one), 0));
    },
  );

  it('leaves nothing behind when it goes: verdicts go with it, and no number comes twice', async () => {
    const opened = await inboxWith({ quarantined: { ...roomy, slotDeliveries: 1 } });
    await opened.inbox.append(['a', 'b', 'c'].map((body) => unknown(body)));
    const { verdict } = unsigned('x');
    const judged = [3, 2, 1].map((arrival) => ({ arrival, verdict }));
    await opened.inbox.appendVerdicts(judged, 0);
    expect(arrivals(opened)).toHaveLength(1);
    const [left = 0] = arrivals(opened);
    await opened.reopen();
    expect(await opened.inbox.append([delivery('genuine')])).toEqual(['kept']);
    expect(arrivals(opened)).toEqual([left, 7]);
    const sqlite = openSqlite(opened);
    expect(sqlite.all('SELECT DISTINCT arrival FROM verdicts')).toEqual([{ arrival: left }]);
    sqlite.close();
  });
});

describe('the hold', () => {
  it('refuses what is over its bound, loses nothing that it has, and counts', async () => {
    const opened = await inboxWith({ held: { ...roomy, slotDeliveries: 2 } });
    const appended = await opened.inbox.append(['a', 'b', 'c'].map((body) => unknown(body)));
    expect(appended).toEqual(['held', 'held', 'hold-full']);
    expect(await opened.inbox.append([unknown('d', otherPath)])).toEqual(['held']);
    expect(opened.inbox.counts(slotPath)).toMatchObject({ held: 2, refusedHoldFull: 1 });
  });

  it('is bounded in bytes of all paths', async () => {
    const opened = await inboxWith({
      held: { ...roomy, totalBytes: 1.5 * sizeOf(unknown('a'.repeat(60))) },
    });
    const group = [unknown('a'.repeat(60)), unknown('b'.repeat(60), otherPath)];
    expect(await opened.inbox.append(group)).toEqual(['held', 'hold-full']);
  });

  it('has room again when what it held was judged, and after a restart', async () => {
    const opened = await inboxWith({ held: { ...roomy, slotDeliveries: 1 } });
    await opened.inbox.append([unknown('a')]);
    await opened.reopen();
    expect(await opened.inbox.append([unknown('b')])).toEqual(['hold-full']);
    await opened.inbox.appendVerdicts([{ arrival: 1, verdict: delivery('a').verdict }], 0);
    expect(await opened.inbox.append([unknown('b')])).toEqual(['held']);
  });
});

describe('the memory of signatures', () => {
  it('stores again what it no longer remembers, which the intake then counts', async () => {
    const opened = await inboxWith({ rememberedSignatures: 4 });
    const bodies = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    for (const body of bodies) await opened.inbox.append([delivery(body)]);
    expect(await opened.inbox.append([delivery('g')])).toEqual(['repeat']);
    expect(await opened.inbox.append([delivery('a')])).toEqual(['kept']);
  });
});

describe('a group that can’t be committed', () => {
  it('leaves nothing behind, and what was in it can come again', async () => {
    const opened = await inboxWith({});
    const genuine = delivery('a');
    const group = [genuine, unknown('b'), { ...delivery('c'), slotPath: 'ab'.repeat(16) }];
    await expect(opened.inbox.append(group)).rejects.toThrow('not reserved');
    expect(arrivals(opened)).toEqual([]);
    expect(opened.inbox.counts(slotPath)).toMatchObject({ held: 0, verdicts: { genuine: 0 } });
    expect(await opened.inbox.append([genuine])).toEqual(['kept']);
    expect(opened.inbox.content(1, opened.keys.privateKey)?.body).toEqual(genuine.body);
  });
});
