import { expect, it } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import type { MemberRole } from '../../../team-log/membership-payload.ts';
import type { Confirmation } from '../../core/feature/confirmation.ts';
import type { Team } from '../../features/team/team.ts';
import { createTeamDocuments } from './team-documents.ts';

const id = 'ab'.repeat(32);

async function asked(what: 'changeRole' | 'remove', role: MemberRole, approved: number) {
  const shown: Confirmation[] = [];
  const documents = createTeamDocuments({
    ask: async (one) => `${shown.push(one)}`,
    ...{ clock: { now: () => 0 }, random: systemRandom, rules: {} as never },
  });
  const team = {
    profile: { name: 'Hosted', baseUrl: 'https://service.example.com', environment: 'sandbox' },
    ...{ nameOf: () => 'Laptop', roleOf: () => role, openApprovedBy: () => approved },
    ...{ cardKeysOf: () => ({ signing: id, sealing: id }), hasSharedToken: () => false },
    recoveryPlace: () => ({ before: null }),
  } as unknown as Team;
  await documents[what](() => team, id);
  const [{ facts, paragraphs } = { facts: [], paragraphs: [] }] = shown;
  return { facts, text: paragraphs.join(' ') };
}

it.each(['changeRole', 'remove'] as const)(
  'before %s it is said which approvals of the computer stop counting',
  async (what) => {
    const { facts, text } = await asked(what, 'approver', 2);
    expect(facts).toContainEqual(['Approved, not sent yet', '2 requests']);
    expect(text).toContain('requests that are not sent yet then stop counting');
    const operator = await asked(what, 'operator', 0);
    expect(operator.facts.flat()).not.toContain('Approved, not sent yet');
    expect(operator.text).not.toContain('counting');
  },
);
