/** What a member writes and nobody can take stops neither what others write, nor a computer from joining. */
import { randomBytes } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import { createChain } from '../../../team-log/chain.ts';
import {
  type EntryKind,
  headOfEntry,
  type SignedEntry,
  streamOfTeam,
} from '../../../team-log/entry.ts';
import { currentEpoch, foldMembership } from '../../../team-log/membership.ts';
import { profileMigrations } from '../../console/profile-session.ts';
import { type SigningKey, signingKeyOf } from '../../core/audit/signing.ts';
import { closeAll, createDesk } from '../handover/testing/desks.ts';
import type { Reduce } from './fact-store.ts';
import { factsOf } from './facts.ts';
import { openClaimant, stream } from './testing/claimant.ts';
import { logOn, teamOfAll } from './testing/memory-log.ts';

const at = '2026-11-26T10:00:00.000Z';
let end: () => Promise<void> = async () => undefined;
afterEach(() => end());

function openTeam(reduce: Reduce = (entry) => entry) {
  const keys = [1, 2, 3].map(() => signingKeyOf(randomBytes(32)));
  const { team, stored } = teamOfAll(keys);
  const desk = createDesk(1, () => Date.parse(at), profileMigrations);
  const [, , signing] = keys as [SigningKey, SigningKey, SigningKey];
  const log = logOn(stored, null);
  const open = () => openClaimant(desk, { signing, team, log, reduce: () => reduce });
  const write = (by: number, into: string, kind: EntryKind, content: Uint8Array) => {
    const author = keys[by] as SigningKey;
    const isBefore = (one: SignedEntry) => one.stream === into && one.author === author.publicKey;
    const last = stored.findLast(isBefore);
    const head = last === undefined ? null : headOfEntry(last);
    const chain = createChain({ signing: author, team, stream: into, head, random: systemRandom });
    const epoch = currentEpoch(foldMembership(team, stored));
    stored.push(chain.next({ kind, epoch, content, at }));
  };
  const tell = (by: number, content: object) => {
    const from = [keys[by]?.publicKey ?? ''];
    const shape = { happenedAt: null, eventId: null, intentKey: null, deviations: [], raw: null };
    const whole = { ...shape, source: 'read', observedAt: at, body: {}, ...content };
    const line = JSON.stringify({ what: 'observation', from, content: whole });
    const start = { computer: from[0] ?? '', person: null, computers: {} };
    write(by, stream, 'facts', factsOf(start, [line]));
  };
  return { keys, team, desk, open, write, tell };
}

it.each([
  ['an ID that is no text', { kind: 'customer', id: 'customer_\ud800' }],
  ['what no record can be made of', { kind: 'customer', id: 'customer_odd' }],
])('%s', async (_, told) => {
  const { keys, desk, open, tell } = openTeam((entry) => {
    if (JSON.stringify(entry).includes('customer_odd')) throw new RangeError('It is too deep.');
    return entry;
  });
  const { exchange, state } = open();
  end = async () => {
    await exchange.close();
    closeAll([desk]);
  };
  await exchange.now();
  tell(0, told);
  tell(1, { kind: 'customer', id: 'customer_2' });
  await exchange.now();
  expect(desk.records.get('customer', 'customer_2')).not.toBeNull();
  expect(state.problems()).toMatchObject([{ kind: 'unreadable', author: keys[0]?.publicKey }]);
  tell(0, { kind: 'customer', id: 'customer_3' });
  await exchange.now();
  expect(desk.records.get('customer', 'customer_3')).not.toBeNull();
});

it('a word of an owner that a later version writes otherwise', async () => {
  const { team, desk, open, write } = openTeam();
  write(0, streamOfTeam(team), 'stream', Buffer.from('{}'));
  const { exchange, state } = open();
  end = async () => {
    await exchange.close();
    closeAll([desk]);
  };
  await exchange.now();
  await exchange.now();
  expect(exchange.status().state).toBe('on');
  expect(state.problems()).toMatchObject([
    { kind: 'unreadable', sentence: expect.stringContaining('a key that this computer never got') },
  ]);
});
