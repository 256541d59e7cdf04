/** Who brought a fact: as its author says, and beside it who signed, where that is somebody else. */
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { systemRandom } from '../../../platform/random.ts';
import { createChain } from '../../../team-log/chain.ts';
import { currentEpoch, foldMembership } from '../../../team-log/membership.ts';
import { profileMigrations } from '../../console/profile-session.ts';
import { type SigningKey, signingKeyOf } from '../../core/audit/signing.ts';
import { sourcesOf } from '../handover/feature.ts';
import { closeAll, createDesk } from '../handover/testing/desks.ts';
import { factsOf } from './facts.ts';
import { memberNameText } from './member-name.ts';
import { openClaimant, stream } from './testing/claimant.ts';
import { logOn, teamOfAll } from './testing/memory-log.ts';

const at = '2026-11-26T10:00:00.000Z';
const computer = 'ad'.repeat(32);

it('a fact in a colleague’s name is shown with who brought it', async () => {
  const keys = [1, 2, 3].map(() => signingKeyOf(randomBytes(32)));
  const [own, ada, mallory] = keys as [SigningKey, SigningKey, SigningKey];
  const names = ['Office', 'Ada’s laptop', 'Mallory’s laptop'].map((name) =>
    memberNameText({ name, url: null }),
  );
  const { team, stored } = teamOfAll(keys, 'operator', names);
  const epoch = currentEpoch(foldMembership(team, stored));
  /** Both say that it is from Ada’s computer, by Ada. */
  const say = (signing: SigningKey, id: string) => {
    const start = { computer, person: 'Ada', computers: { [computer]: 'Ada’s laptop' } };
    const note = { note_id: id, kind: 'customer', id, text: 'Signed off', written_at: at };
    const line = canonicalJson({ what: 'note', from: [computer], content: note });
    const chain = createChain({ signing, team, stream, head: null, random: systemRandom });
    stored.push(chain.next({ kind: 'facts', epoch, content: factsOf(start, [line]), at }));
  };
  say(mallory, 'customer_m');
  say(ada, 'customer_a');
  const desk = createDesk(1, () => Date.parse(at), profileMigrations);
  const { exchange } = openClaimant(desk, { signing: own, team, log: logOn(stored, null) });
  await exchange.now();
  const sourceOf = (id: string) => sourcesOf(desk.sqlite, desk.own, { kind: 'customer', id });
  const said = { what: 'note', computer: 'Ada’s laptop', person: 'Ada' };
  expect(sourceOf('customer_a')).toMatchObject([{ ...said, by: 'Ada’s laptop' }]);
  expect(sourceOf('customer_m')).toMatchObject([{ ...said, by: 'Mallory’s laptop' }]);
  await exchange.close();
  closeAll([desk]);
});
