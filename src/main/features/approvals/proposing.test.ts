/** What the page asks for twice, or at once with another owner. */
import { beforeEach, expect, it, vi } from 'vitest';
import type { ApprovalRequest } from '../../../bridge/approvals.ts';
import { systemRandom } from '../../../platform/random.ts';
import { profileMigrations } from '../../console/profile-session.ts';
import type { ApprovalsApi } from './approvals.ts';
import { contentBytes } from './contents.ts';
import { at, createDeskTeam, policyOf } from './testing/team-of-desks.ts';
import { inMemory, openTestApprovals, voiceIn } from './testing/test-approvals.ts';

let draft: 'here' | 'gone';
/** Keys of files of which nothing is kept any longer. */
let forgotten: string[];
let desk: ReturnType<typeof createDeskTeam>;
let now: number;
beforeEach(() => {
  now = Date.parse(at);
  draft = 'here';
  forgotten = [];
  desk = createDeskTeam();
});

/** As a computer of the team has them: what it says is stored a moment later, as it is anywhere. */
function approvalsOf(who: 'maker' | 'owner'): ApprovalsApi & { openAgain: () => void } {
  const write = { operation: 'createCustomer', titleOf: () => '' };
  const order = {
    kind: 'customer',
    fileName: 'a.csv',
    sha256: 'a'.repeat(64),
    columns: [],
    rows: [{ row: 1, input: {}, isSecond: false, name: null, reference: null, ownName: null }],
  };
  const bulk = {
    runs: { has: () => false },
    drafts: {
      discard() {
        draft = 'gone';
      },
    },
    keepProposed: async () => undefined,
    forgetProposed: async (ids: readonly string[]) => void forgotten.push(...ids),
    async orderOf() {
      if (draft === 'here') return order;
      throw new Error('No such draft.');
    },
  };
  const uses = {
    bulk,
    writes: [{ ...write, requireCreatable: async () => undefined }],
    addressBook: { follow: async () => undefined, isPaidInto: () => true },
  };
  const api = openTestApprovals(
    inMemory(profileMigrations),
    { random: systemRandom, clock: { now: () => now } },
    uses,
  );
  const voice = voiceIn(desk, who, {
    async say(kind, content) {
      await Promise.resolve();
      api.take(desk.writeBytes(who, kind, content), content);
    },
  });
  api.use(voice);
  return Object.assign(api, { openAgain: () => api.use(voice) });
}

/** An owner's, that this computer has taken. */
function withPolicy(api: ApprovalsApi, of: 'createCustomer' | 'bulk'): void {
  const { rules, ...rest } = policyOf(1);
  const bytes = contentBytes({ ...rest, rules: rules.map((rule) => ({ ...rule, of })) });
  api.take(desk.writeBytes('owner', 'policy', bytes), bytes);
}

const asked = (email: string): ApprovalRequest => ({
  what: 'createCustomer',
  intentKey: 'ab'.repeat(16),
  confirmed: [],
  ownName: '',
  input: { type: 'individual', email },
  reviewedAddress: null,
  confirmations: [],
});

it('a double click is one request for approval, and its key takes no other content', async () => {
  const api = approvalsOf('maker');
  withPolicy(api, 'createCustomer');
  const both = await Promise.all(
    ['a', 'a'].map((name) => api.propose(asked(`${name}@example.com`), '')),
  );
  expect(new Set(both.map(({ id }) => id)).size).toBe(1);
  await expect(api.propose(asked('b@example.com'), '')).rejects.toThrow('from this form');
  expect(api.rows()).toHaveLength(1);
});

const file: ApprovalRequest = { what: 'bulk', draftId: 'a', confirmations: [], digest: '' };

it('a file is proposed once, however often it is asked for at once', async () => {
  const api = approvalsOf('maker');
  withPolicy(api, 'bulk');
  const [first, second] = await Promise.allSettled([api.propose(file, ''), api.propose(file, '')]);
  expect([first?.status, second?.status]).toEqual(['fulfilled', 'rejected']);
  expect(api.rows()).toHaveLength(1);
});

it('of a file that was withdrawn or refused, or expired, nothing is kept for its run', async () => {
  const api = approvalsOf('maker');
  withPolicy(api, 'bulk');
  const proposed = async () => {
    draft = 'here';
    const { id } = await api.propose(file, '');
    const made = desk.show(desk.entries).taken.find(({ hash }) => hash === id);
    if (made?.content.what !== 'proposal') throw new TypeError('Nothing was proposed.');
    return { id, digest: made.digest, key: made.content.intentKey };
  };
  const withdrawn = await proposed();
  const refused = await proposed();
  const expired = await proposed();
  api.openAgain();
  expect(forgotten).toEqual([]);
  await api.withdraw(withdrawn.id, '');
  expect(forgotten).toEqual([withdrawn.key]);
  const refusal = contentBytes({
    version: 1,
    what: 'approval',
    proposal: refused.id,
    digest: refused.digest,
    decision: 'refused',
    note: '',
    person: null,
  });
  forgotten = [];
  api.take(desk.writeBytes('first', 'approval', refusal), refusal);
  await vi.waitFor(() => expect(forgotten).toContain(refused.key));
  expect(forgotten).not.toContain(expired.key);
  now += 31 * 24 * 60 * 60_000;
  api.rows();
  expect(forgotten).toContain(expired.key);
  now = Date.parse(at);
  forgotten = [];
  api.openAgain();
  expect(new Set(forgotten)).toEqual(new Set([withdrawn.key, refused.key]));
});

it('a policy takes the place of those that its owner read, and of no other', async () => {
  const api = approvalsOf('owner');
  const { rules, limits, allowWithoutDatabase } = policyOf(1);
  const policy = { rules, limits, allowWithoutDatabase };
  const { read } = api.toSetPolicy();
  const bytes = contentBytes(policyOf(3));
  api.take(desk.writeBytes('firstToo', 'policy', bytes), bytes);
  await expect(api.setPolicy(policy, read)).rejects.toThrow('The policy changed');
  expect(api.status()?.sentences[0]).toBe('New customers need 3 approvers.');
  expect(await api.setPolicy(policy, api.toSetPolicy().read)).toBe(true);
  expect(api.status()?.sentences[0]).toBe('New customers need 1 approver.');
});

it('says where fewer other people may approve than a policy asks for', async () => {
  const maker = approvalsOf('maker');
  const owner = approvalsOf('owner');
  const set = (approvers: number) => {
    const bytes = contentBytes(policyOf(approvers));
    const entry = desk.writeBytes('owner', 'policy', bytes);
    for (const api of [maker, owner]) api.take(entry, bytes);
  };
  set(4);
  const { id } = await maker.propose(asked('a@example.com'), '');
  expect(maker.get(id).blocked).toBeNull();
  set(5);
  expect(maker.get(id).blocked).toMatch(/^Only 4 other people .* and 5 have to/);
  for (const name of ['second', 'gone', 'first', 'firstToo']) desk.remove(name);
  maker.openAgain();
  expect(maker.get(id).blocked).toMatch(/^Only 1 other person /);
  // The owner, and who requested this, on another computer.
  expect(owner.toSetPolicy().approvers).toBe(2);
});
