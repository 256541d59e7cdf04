/** Acts of an owner in the audit log: who was admitted or removed, as the page names them. */
import { expect, it } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import { createSigner } from '../../../team-log/testing/team.ts';
import type { Connected } from './connected.ts';
import { createForkActs } from './fork-acts.ts';
import { createMembershipActs } from './membership-acts.ts';
import { recoveryKeyOfTeam } from './recovery-acts.ts';

const other = createSigner();
const card = { signing: other.publicKey, sealing: other.sealingKey, name: 'Tower' };
const team = 'a'.repeat(64);
const words = new Uint8Array(16).fill(7);

function recording() {
  const entries: [string, object][] = [];
  const record = (action: string, facts: object) => void entries.push([action, facts]);
  const open = {
    own: 'own',
    streams: [],
    nameOf: () => ({ name: 'Tower', url: null }),
    membership: () => ({
      team,
      recovery: { signing: recoveryKeyOfTeam(words, team).publicKey },
      members: new Map([[other.publicKey, { ...card, role: 'operator', person: 'b' }]]),
      fork: { choices: [], deciders: [] },
    }),
    change: async () => true,
    changeBy: async () => true,
    hearNow: async () => undefined,
  } as unknown as Connected;
  const requireOwner = () => open;
  const onChange = () => undefined;
  return {
    entries,
    acts: createMembershipActs({ requireOwner, record, random: systemRandom, onChange }),
    fork: createForkActs(requireOwner, record, onChange),
  };
}

it('names the computer that is admitted, gets another role or is removed', async () => {
  const { entries, acts } = recording();
  const admitted = { ...card, url: null, person: null, personName: null };
  await acts.admit(admitted, 'operator', 'c'.repeat(64));
  await acts.changeRole(other.publicKey, 'approver');
  await acts.remove(other.publicKey);
  const computer = `Tower (${other.publicKey.slice(0, 8)})`;
  expect(entries).toMatchObject([
    ['member-admitted', { computer, role: 'operator' }],
    ['role-changed', { computer, role: 'approver' }],
    ['member-removed', { computer }],
  ]);
});

it('names who resolved a fork here by the recovery key', async () => {
  const { entries, fork } = recording();
  await fork.resolveByRecovery('d'.repeat(64), words);
  expect(entries).toEqual([['fork-resolved', { branch: 'd'.repeat(16), signer: 'recovery key' }]]);
});
