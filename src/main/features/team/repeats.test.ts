/** A request may repeat another one that its author tells later. */
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import { createChain } from '../../../team-log/chain.ts';
import { currentEpoch, foldMembership } from '../../../team-log/membership.ts';
import { profileMigrations } from '../../console/profile-session.ts';
import { type SigningKey, signingKeyOf } from '../../core/audit/signing.ts';
import { closeAll, createDesk } from '../handover/testing/desks.ts';
import { factsOf } from './facts.ts';
import { openClaimant, stream } from './testing/claimant.ts';
import { logOn, teamOfAll } from './testing/memory-log.ts';

const at = '2026-11-26T10:00:00.000Z';
const first = 'a'.repeat(32);
const again = 'b'.repeat(32);

it('requests are taken together, also where one comes before the one that it repeats', async () => {
  const [own, other] = [1, 2].map(() => signingKeyOf(randomBytes(32))) as [SigningKey, SigningKey];
  const { team, stored } = teamOfAll([own, other]);
  const [desk, there] = [1, 2].map((number) =>
    createDesk(number, () => Date.parse(at), profileMigrations),
  ) as [ReturnType<typeof createDesk>, ReturnType<typeof createDesk>];
  there.request(first);
  there.request(again, first);
  const lines = there.save().lines.filter((line) => line.includes('"request"'));
  const chain = createChain({ signing: other, team, stream, head: null, random: systemRandom });
  const epoch = currentEpoch(foldMembership(team, stored));
  const start = { computer: other.publicKey, person: null, computers: {} };
  const content = factsOf(start, lines.toReversed());
  stored.push(chain.next({ kind: 'facts', epoch, content, at }));
  const { exchange, state } = openClaimant(desk, { signing: own, team, log: logOn(stored, null) });
  await exchange.now();
  expect(desk.sqlite.texts('SELECT key FROM intents ORDER BY sequence')).toEqual([again, first]);
  expect(state.problems()).toEqual([]);
  await exchange.close();
  closeAll([desk, there]);
});
