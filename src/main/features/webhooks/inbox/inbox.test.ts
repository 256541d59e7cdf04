import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite, WrongDatabaseKey } from '../../../../platform/sqlite.ts';
import {
  bytesOf,
  delivery,
  eventBody,
  openTestInbox,
  otherPath,
  ownSecret,
  profileId,
  receivedAt,
  slotPath,
} from '../testing/deliveries.ts';
import { openInbox } from './inbox.ts';
import { inboxKeysOf } from './sealing.ts';

let test: Awaited<ReturnType<typeof openTestInbox>>;
beforeEach(async () => {
  test = await openTestInbox();
});
afterEach(() => test.remove());

const contentOf = (arrival: number) => test.inbox.content(arrival, test.keys.privateKey);

describe('slots', () => {
  it('are there after a restart, with what was assigned to them', async () => {
    const path = 'ab'.repeat(16);
    const reservedAt = '2026-11-20T10:00:00.000Z';
    await test.inbox.reserve({ path, profileId, reservedAt, webhookId: null, intentKey: null });
    await test.inbox.assign(path, { intentKey: 'intent' });
    await test.inbox.assign(path, { webhookId: 'webhook_new' });
    await test.reopen();
    expect(test.inbox.slot(path)).toMatchObject({
      path,
      profileId,
      webhookId: 'webhook_new',
      intentKey: 'intent',
      reservedAt: '2026-11-20T10:00:00.000Z',
    });
    expect(test.inbox.slots(profileId).map(({ path }) => path)).toEqual([
      slotPath,
      otherPath,
      path,
    ]);
    expect(test.inbox.slots('profile-2')).toEqual([]);
  });

  it('are refused when taken, misspelled, or of a profile without a key', async () => {
    const slot = { profileId, intentKey: null, webhookId: null, reservedAt: '' };
    await expect(test.inbox.reserve({ ...slot, path: slotPath })).rejects.toThrow('taken');
    await expect(test.inbox.reserve({ ...slot, path: '../x' })).rejects.toThrow('32 lowercase');
    const stranger = { ...slot, profileId: 'profile-2', path: 'ab'.repeat(16) };
    await expect(test.inbox.reserve(stranger)).rejects.toThrow('key');
    await expect(test.inbox.assign('ab'.repeat(16), {})).rejects.toThrow('No such');
    const ofProofs = { ...slot, path: '0'.repeat(32) };
    await expect(test.inbox.reserve(ofProofs)).rejects.toThrow('kept for proofs');
  });
});

describe('a genuine delivery', () => {
  it('is kept with its bytes, headers and verdict, after a restart too', async () => {
    const body = '{"id":"event_1", "näme":"\u2028"}';
    expect(await test.inbox.append([delivery(body)])).toEqual(['kept']);
    await test.reopen();
    const [stored] = test.inbox.deliveries({ profileId, limit: 10 });
    expect(stored).toEqual({
      arrival: 1,
      slotPath,
      profileId,
      receivedAt,
      size: bytesOf(body).length,
      keeping: 'kept',
      verdict: {
        kind: 'genuine',
        webhookId: 'webhook_1',
        fingerprint: ownSecret.fingerprint,
        judgedAt: receivedAt,
        hasSignature: true,
      },
      repeats: 0,
      lastRepeatAt: null,
    });
    const content = contentOf(1);
    expect(content?.body).toEqual(bytesOf(body));
    expect(content?.headers[0]).toEqual(['Content-Type', 'application/json']);
  });

  it('is not stored again when it is repeated, but counted: in a group, later, after a restart', async () => {
    const first = delivery(eventBody('event_1'));
    expect(await test.inbox.append([first, first])).toEqual(['kept', 'repeat']);
    expect(await test.inbox.append([first])).toEqual(['repeat']);
    await test.reopen();
    const last = delivery(eventBody('event_1'), { at: receivedAt + 5 });
    expect(await test.inbox.append([last])).toEqual(['repeat']);
    const [stored, ...more] = test.inbox.deliveries({ profileId, limit: 10 });
    expect(more).toEqual([]);
    expect(stored).toMatchObject({ repeats: 3, lastRepeatAt: receivedAt + 5 });
    expect(test.inbox.counts(slotPath)).toMatchObject({ repeats: 3, verdicts: { genuine: 4 } });
  });

  it('is another one on another path', async () => {
    const known = [ownSecret];
    await test.inbox.append([delivery('{}', { known })]);
    const there = { ...delivery('{}', { known }), slotPath: otherPath };
    expect(await test.inbox.append([there])).toEqual(['kept']);
  });

  it('shares a block with others and is found in it', async () => {
    const group = Array.from({ length: 50 }, (_, index) => delivery(eventBody(`event_${index}`)));
    await test.inbox.append(group);
    for (let index = 0; index < 50; index++) {
      expect(contentOf(index + 1)?.body).toEqual(bytesOf(eventBody(`event_${index}`)));
    }
  });

  it('is found where a group is larger than one block', async () => {
    const large = (mark: string) => JSON.stringify({ id: `event_${mark}`, pad: mark.repeat(2e5) });
    const bodies = ['a', 'b', 'c', 'd', 'e'].map(large);
    await test.inbox.append(bodies.map((body) => delivery(body)));
    for (const [index, body] of bodies.entries()) {
      expect(contentOf(index + 1)?.body).toEqual(bytesOf(body));
    }
  });
});

describe('what is not genuine', () => {
  it('is quarantined or held, and says why', async () => {
    const group = [
      delivery('a', { signedWith: 'secret_stranger' }),
      delivery('b', { signedWith: null }),
      delivery('c', { signedWith: 'secret_2' }),
      delivery('d', { known: 'unknown-yet' }),
    ];
    expect(await test.inbox.append(group)).toEqual([
      'quarantined',
      'quarantined',
      'quarantined',
      'held',
    ]);
    const listed = test.inbox.deliveries({ profileId, limit: 10 });
    expect(listed.map(({ keeping, verdict }) => [keeping, verdict.kind])).toEqual([
      ['held', 'not-yet-judged'],
      ['quarantined', 'other-webhook'],
      ['quarantined', 'missing'],
      ['quarantined', 'wrong'],
    ]);
    expect(contentOf(1)?.body).toEqual(bytesOf('a'));
    expect(test.inbox.genuineCount(profileId)).toBe(0);
  });
});

describe('later verdicts', () => {
  const genuine = delivery('x').verdict;
  const wrong = delivery('x', { signedWith: 'secret_stranger' }).verdict;
  const unsigned = delivery('x', { signedWith: null }).verdict;

  beforeEach(async () => {
    await test.inbox.append([
      delivery('a', { known: 'locked' }),
      delivery('b', { known: 'locked' }),
      delivery('c'),
    ]);
  });

  it('are appended, and move what was held', async () => {
    await test.inbox.appendVerdicts([{ arrival: 1, verdict: genuine }], receivedAt + 9);
    await test.inbox.appendVerdicts([{ arrival: 2, verdict: unsigned }], receivedAt + 9);
    expect(test.inbox.delivery(1)).toMatchObject({
      keeping: 'kept',
      verdict: { kind: 'genuine', judgedAt: receivedAt + 9 },
    });
    expect(test.inbox.delivery(2)).toMatchObject({ keeping: 'quarantined' });
    expect(test.inbox.verdicts(1).map((one) => [one.kind, one.hasSignature])).toEqual([
      ['not-yet-judged', false],
      ['genuine', true],
    ]);
    expect(test.inbox.delivery(3)?.verdict).toMatchObject({ kind: 'genuine', hasSignature: true });
    expect(test.inbox.counts(slotPath)).toMatchObject({ held: 0, quarantined: 1 });
  });

  it('come into the stream where they were made, after what was genuine before', async () => {
    await test.inbox.appendVerdicts([{ arrival: 2, verdict: genuine }], receivedAt);
    await test.inbox.append([delivery('d')]);
    expect(test.inbox.genuineAfter(profileId, 0, 10)).toEqual([
      { sequence: 3, arrival: 3 },
      { sequence: 4, arrival: 2 },
      { sequence: 5, arrival: 5 },
    ]);
    expect(test.inbox.genuineAfter(profileId, 3, 1)).toEqual([{ sequence: 4, arrival: 2 }]);
    expect(test.inbox.genuineCount(profileId)).toBe(3);
  });

  it('are appended only when they say something else', async () => {
    for (let times = 0; times < 3; times++) {
      await test.inbox.appendVerdicts([{ arrival: 2, verdict: wrong }], receivedAt + times);
    }
    expect(test.inbox.verdicts(2).map(({ judgedAt }) => judgedAt)).toEqual([
      receivedAt,
      receivedAt,
    ]);
    const by = { ...wrong, fingerprint: 'another'.padEnd(16, '0') };
    await test.inbox.appendVerdicts([{ arrival: 2, verdict: by }], receivedAt);
    expect(test.inbox.verdicts(2)).toHaveLength(3);
  });

  it('can make what was quarantined genuine, and leave what is genuine alone', async () => {
    await test.inbox.appendVerdicts([{ arrival: 2, verdict: wrong }], receivedAt);
    await test.inbox.appendVerdicts([{ arrival: 2, verdict: genuine }], receivedAt);
    expect(test.inbox.delivery(2)?.keeping).toBe('kept');
    await test.inbox.appendVerdicts([{ arrival: 2, verdict: wrong }], receivedAt);
    expect(test.inbox.delivery(2)?.verdict.kind).toBe('genuine');
  });
});

describe('the file', () => {
  it('holds nothing in the clear, and opens with its key alone', async () => {
    await test.inbox.append([delivery('a body in the clear')]);
    await test.inbox.close();
    const bytes = readFileSync(test.file);
    expect(bytes.includes('in the clear')).toBe(false);
    expect(bytes.includes('SQLite format')).toBe(false);
    const wrong = { file: test.file, key: new Uint8Array(32) };
    await expect(openInbox(wrong)).rejects.toThrow(WrongDatabaseKey);
  });

  it('gives content to the profile’s key alone, even to who has the file’s', async () => {
    await test.inbox.append([delivery('sealed')]);
    const stranger = inboxKeysOf(new Uint8Array(32).fill(99)).privateKey;
    expect(() => test.inbox.content(1, stranger)).toThrow();
    expect(contentOf(2)).toBeNull();
  });

  it('refuses to change or delete deliveries and verdicts', async () => {
    await test.inbox.append([delivery('a'), delivery('b', { known: 'locked' })]);
    const verdict = delivery('b', { signedWith: 'secret_stranger' }).verdict;
    await test.inbox.appendVerdicts([{ arrival: 2, verdict }], receivedAt);
    const sqlite = openSqlite(test);
    expect(() => sqlite.run("UPDATE deliveries SET verdict = 'wrong'")).toThrow('never changes');
    expect(() => sqlite.run('DELETE FROM deliveries WHERE arrival = 1')).toThrow('quarantine');
    expect(() => sqlite.run("UPDATE verdicts SET kind = 'genuine'")).toThrow('never changes');
    expect(() => sqlite.run('DELETE FROM verdicts')).toThrow('never deleted');
    sqlite.close();
  });

  it('tells who listens which paths changed', async () => {
    const told: (readonly string[])[] = [];
    const stop = test.inbox.onChange((paths) => told.push(paths));
    await test.inbox.append([delivery('a'), delivery('b')]);
    stop();
    await test.inbox.append([delivery('c')]);
    expect(told).toEqual([[slotPath]]);
  });
});

describe('deliveries of one block', () => {
  it('are rewritten in turn, so that none brings back what another left out', async () => {
    await test.inbox.append([delivery('Ada'), delivery('Grace')]);
    const arrivals = [1, 2];
    const none = () => new Uint8Array();
    const { privateKey } = test.keys;
    await Promise.all(
      arrivals.map((one) => test.inbox.rewrite({ profileId, privateKey, arrivals: [one] }, none)),
    );
    expect(arrivals.map((one) => contentOf(one)?.body.length)).toEqual([0, 0]);
  });
});

describe('a list', () => {
  it('is filtered by path, keeping and verdict, newest first, page by page', async () => {
    await test.inbox.append([
      delivery('a'),
      delivery('b', { signedWith: null }),
      delivery('c', { path: otherPath, known: 'locked' }),
      delivery('d'),
    ]);
    const arrivals = (query: object) =>
      test.inbox.deliveries({ profileId, limit: 10, ...query }).map(({ arrival }) => arrival);
    expect(arrivals({})).toEqual([4, 3, 2, 1]);
    expect(arrivals({ slotPath: otherPath })).toEqual([3]);
    expect(arrivals({ keeping: 'kept' })).toEqual([4, 1]);
    expect(arrivals({ verdict: 'missing' })).toEqual([2]);
    expect(arrivals({ limit: 2, before: 4 })).toEqual([3, 2]);
    expect(arrivals({ profileId: 'profile-2' })).toEqual([]);
  });
});
