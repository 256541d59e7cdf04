/** What a person is told of an entry that could not be sent at once, and of a proposal that is not whole. */
import { expect, it } from 'vitest';
import { approvalsContract } from '../../../bridge/approvals.ts';
import { sha256Hex } from '../../../platform/canonical-json.ts';
import { hashOfEntry, type SignedEntry } from '../../../team-log/entry.ts';
import { TeamDatabaseAway, TeamDatabaseRefused } from '../../../team-log/errors.ts';
import { profileMigrations } from '../../console/profile-session.ts';
import type { Confirmation } from '../../core/feature/confirmation.ts';
import { contentBytes, readContent } from './contents.ts';
import { createApprovalDocuments } from './documents.ts';
import { approvalOf, at, createDeskTeam, policyOf, proposalOf } from './testing/team-of-desks.ts';
import { inMemory, openTestApprovals, voiceIn } from './testing/test-approvals.ts';

it('is stored only where this very entry is, whatever others write meanwhile', async () => {
  const desk = createDeskTeam();
  const sqlite = inMemory(profileMigrations);
  const api = openTestApprovals(sqlite);
  let isStored = false;
  let isUndone = false;
  const store = (by: string, content: Uint8Array) =>
    api.take(desk.writeBytes(by, 'policy', content), content);
  const voice = voiceIn(desk, 'owner', {
    isOn: () => false,
    isAway: () => true,
    async say(kind, content) {
      expect(readContent(kind as 'policy', content)).not.toBeNull();
      store('maker', content);
      if (isStored) store('owner', content);
      const full = () => {
        store('owner', content);
        throw new Error('The disk is full.');
      };
      if (isUndone) sqlite.transaction(full);
      throw new Error('away');
    },
  });
  api.use(voice);
  const { rules, limits, allowWithoutDatabase } = policyOf(1);
  const policy = { rules, limits, allowWithoutDatabase };
  await expect(api.setPolicy(policy, [])).rejects.toMatchObject({ code: 'INVALID' });
  isUndone = true;
  await expect(api.setPolicy(policy, [])).rejects.toMatchObject({ code: 'INVALID' });
  expect(api.status()?.policies).toBe(0);
  isUndone = false;
  isStored = true;
  await expect(api.setPolicy(policy, [])).resolves.toBe(false);
});

it.each([
  [new TeamDatabaseAway('x'), 'The team’s database does not respond, so nothing was done.'],
  [new TeamDatabaseRefused('It lacks a part.', 'Restore it.'), 'It lacks a part. Restore it.'],
  [new RangeError('The members were forked.'), 'Nothing was done. The members were forked.'],
  [new Error('The disk is full.'), 'Something went wrong in Causeway'],
])('says why nothing was stored: %s', async (error, sentence) => {
  const desk = createDeskTeam();
  const append = () => {
    throw new Error('Nothing was stored, so nothing is written down.');
  };
  const api = openTestApprovals(inMemory(profileMigrations), { audit: { append } });
  const silent = { isOn: () => false, isAway: () => true, say: () => Promise.reject(error) };
  api.use(voiceIn(desk, 'owner', silent));
  const { rules, limits, allowWithoutDatabase } = policyOf(1);
  const set = api.setPolicy({ rules, limits, allowWithoutDatabase }, []);
  await expect(set).rejects.toThrow(sentence);
});

it('sends no proposal of which less is here than was approved', async () => {
  const desk = createDeskTeam();
  const sqlite = inMemory(profileMigrations);
  const proposal = proposalOf('customer');
  const input = { type: 'individual', email: 'a@example.com' };
  const bytes = contentBytes({ ...proposal, request: { ...proposal.request, input } as never });
  const entry = desk.writeBytes('maker', 'proposal', bytes);
  const sent: string[] = [];
  const create = async ({ intentKey }: { intentKey: string }) => {
    sent.push(intentKey);
    return { id: 'customer_a' };
  };
  const open = (who = 'maker') => {
    const writes = [{ operation: 'createCustomer', titleOf: () => '', create }];
    const api = openTestApprovals(sqlite, {}, { writes });
    api.use(voiceIn(desk, who));
    return api;
  };
  const before = open();
  before.take(entry, bytes);
  const id = hashOfEntry(entry);
  await expect(before.send(id, [])).resolves.toMatchObject({ resourceId: 'customer_a' });
  sqlite.exec('DROP TRIGGER approval_entries_never_change');
  sqlite.run(
    `UPDATE approval_entries SET digest = ?,
       content = json_set(content, '$.request.input.email', 'b@example.com')`,
    [sha256Hex(bytes)],
  );
  await expect(open().send(id, [])).rejects.toThrow('differs from the signed request');
  expect(sent).toHaveLength(1);
  // Nor is it shown to be approved: the signature would be over what nobody read.
  await expect(open('first').toDecide(id)).rejects.toThrow('differs from the signed request');
});

it('asks nobody about a request whose maker’s computer was removed, and names whose it is until then', async () => {
  const desk = createDeskTeam();
  const customerNames = () => new Map([['customer_a', 'Ada Lovelace']]);
  const api = openTestApprovals(inMemory(profileMigrations), { records: { customerNames } });
  const use = () => api.use(voiceIn(desk, 'first'));
  use();
  const policy = contentBytes(policyOf(1));
  api.take(desk.writeBytes('owner', 'policy', policy), policy);
  const proposal = proposalOf('wanted');
  const request = { ...proposal.request, input: { customerId: 'customer_a' } };
  const bytes = contentBytes({ ...proposal, request } as never);
  const entry = desk.writeBytes('maker', 'proposal', bytes);
  api.take(entry, bytes);
  const id = hashOfEntry(entry);
  expect(api.status()?.counts.waiting).toBe(1);
  const { ownFacts } = await api.toDecide(id);
  expect(ownFacts).toContainEqual(['Customer’s name', 'Ada Lovelace']);
  // The same email, as it was requested and refused before.
  const [one, other] = ['Grace@example.com ', 'grace@example.com'].map((email) => {
    const wanted = proposalOf('wanted');
    const content = contentBytes({
      ...wanted,
      request: { ...wanted.request, input: { email } },
    } as never);
    const signed = desk.writeBytes('maker', 'proposal', content);
    api.take(signed, content);
    return signed;
  });
  if (one === undefined || other === undefined) throw new TypeError('Both were requested.');
  const refusal = approvalOf(hashOfEntry(one), sha256Hex(desk.open(one)));
  const no = contentBytes({ ...refusal, decision: 'refused' });
  api.take(desk.writeBytes('first', 'approval', no), no);
  const alike = (await api.toDecide(hashOfEntry(other))).ownFacts.filter(
    ([name]) => name === 'Similar request',
  );
  expect(alike).toEqual([['Similar request', expect.stringMatching(/: refused$/)]]);
  // Approved by as many as are needed, and nothing is exchanged: why is not guessed.
  const yes = contentBytes(approvalOf(hashOfEntry(other), sha256Hex(desk.open(other))));
  const isAway = { value: true };
  api.use(voiceIn(desk, 'first', { isOn: () => false, isAway: () => isAway.value }));
  api.take(desk.writeBytes('first', 'approval', yes), yes);
  expect(api.get(hashOfEntry(other)).blocked).toContain('The team’s database does not respond.');
  isAway.value = false;
  expect(api.get(hashOfEntry(other)).blocked).toContain('exchanges nothing with the team');
  use();
  await expect(api.toDecide(hashOfEntry(one))).rejects.toThrow('Nothing was signed');
  desk.remove('maker');
  use();
  expect(api.status()?.counts.waiting).toBe(0);
  const page = { search: '', offset: 0, limit: 9 };
  const decided = api.list({ which: 'decided', ...page }).rows.map((row) => row.id);
  expect(decided).toContain(id);
  expect(api.get(id)).toMatchObject({
    state: 'waiting',
    may: [],
    blocked: expect.stringContaining('no longer a member'),
  });
  await expect(api.toDecide(id)).rejects.toThrow('no longer a member');
});

it('a request that is told under a proposal’s key makes it sent only where its maker sent it', () => {
  const desk = createDeskTeam();
  const bytes = contentBytes(proposalOf('wanted'));
  const entry = desk.writeBytes('maker', 'proposal', bytes);
  const id = hashOfEntry(entry);
  const key = (who: string) => desk.keyOf(who).publicKey;
  let asked: string[] = [];
  let mine: number | undefined;
  let needed: number | undefined;
  let policy: SignedEntry | null = null;
  const shown = (who: string, member: string | null, isSentHere = false) => {
    asked = [];
    const sqlite = inMemory(profileMigrations);
    const told = { state: 'created', resourceId: 'customer_told', journalledAt: at };
    const reportersOf = () => [{ member, name: 'Laptop' }];
    const isSent = (one: string) => asked.push(one) > 0 && isSentHere;
    const unresolved = { reportersOf, isSentHere: isSent };
    const api = openTestApprovals(sqlite, { intents: { get: () => told } }, { unresolved });
    api.use(voiceIn(desk, who));
    api.take(entry, bytes);
    if (policy !== null) api.take(policy, contentBytes(policyOf(2)));
    const { state, may, resourceId, blocked } = api.get(id);
    needed = api.get(id).needed;
    mine = api.status()?.counts.mine;
    sqlite.close();
    return { state, may, resourceId, blocked };
  };
  const sent = { state: 'sent', may: [], resourceId: 'customer_told', blocked: null };
  // By whomever, and in whosever name.
  for (const member of [key('reviewer'), key('maker'), null])
    expect(shown('maker', member)).toEqual({
      state: 'approved',
      may: ['send', 'withdraw'],
      resourceId: null,
      blocked: expect.stringContaining('Another computer (Laptop) told the team'),
    });
  expect(mine).toBe(1);
  expect(shown('maker', key('reviewer'), true)).toEqual(sent);
  // Sent, it is listed and not counted.
  expect(mine).toBe(0);
  const open = { state: 'approved', may: ['decide'], resourceId: null, blocked: null };
  expect(shown('first', key('reviewer'))).toEqual(open);
  // Joined again, it was proposed under another key.
  expect(shown('first', key('reviewer'), true)).toEqual(sent);
  // Also from another computer of theirs; of what a file told no member is known. None reads the audit log.
  for (const member of [key('maker'), key('makerToo'), null])
    expect([shown('first', member), asked]).toEqual([sent, []]);
  const later = '2026-11-26T11:00:00.000Z';
  policy = desk.writeBytes('owner', 'policy', contentBytes(policyOf(2)), later);
  // Set after it was sent.
  expect([shown('first', key('maker')), needed]).toEqual([sent, 0]);
});

it('shows a policy that waits and the one before as one, and has only the newest changed', async () => {
  const desk = createDeskTeam();
  const sqlite = inMemory(profileMigrations);
  const api = openTestApprovals(sqlite);
  let waitsFrom: number | null = null;
  const take = (content: ReturnType<typeof policyOf>, by = 'owner') => {
    const bytes = contentBytes(content);
    const entry = desk.writeBytes(by, 'policy', bytes);
    api.take(entry, bytes);
    return entry;
  };
  const away = voiceIn(desk, 'owner', {
    isOn: () => false,
    isAway: () => true,
    waitsFrom: () => waitsFrom,
    async say(_, content) {
      waitsFrom ??= 2;
      take(readContent('policy', content) as never);
      throw new Error('away');
    },
  });
  api.use(away);
  const [rule] = policyOf(1).rules;
  if (rule === undefined) throw new TypeError('It has a rule.');
  const onNetwork = (_: unknown, index: number) => ({
    ...rule,
    of: 'createVirtualAccount' as const,
    network: `net-${index}`,
  });
  const rules = [rule, ...Array.from({ length: 49 }, onNetwork)];
  const limit = (mostPerDay: number) => [{ of: 'createCustomer' as const, mostPerDay }];
  const before = { ...policyOf(1), rules, limits: limit(5) };
  take(before);
  const kept = rules.slice(1);
  const added = { ...rule, approvers: 2 };
  const { allowWithoutDatabase } = before;
  let shown: Confirmation | undefined;
  const ask = async (confirmation: Confirmation) => {
    shown = confirmation;
    return null;
  };
  const policy = { rules: [...kept, added], limits: limit(9), allowWithoutDatabase: true };
  await createApprovalDocuments(ask, () => api).setPolicy(policy);
  expect(await shown?.act(new Map() as never)).toMatchObject({
    sentence: expect.stringContaining('what either policy asks'),
  });
  const status = api.status();
  expect(status).toMatchObject({ policies: 2, isWaiting: true, policy });
  expect(status?.sentences).toHaveLength(51 + 2);
  expect(new Set(status?.sentences).size).toBe(51 + 2);
  expect(status?.sentences.filter((sentence) => sentence.includes('a day'))).toEqual([
    'At most 5 new customers a day (UTC).',
  ]);
  expect(status?.limits).toEqual([{ of: 'createCustomer', mostPerDay: 5, usedToday: 0 }]);
  expect(api.toSetPolicy().sentences).toEqual(status?.sentences);
  // A policy without rules beside it: something needs approval all the same.
  await api.setPolicy({ rules: [], limits: [], allowWithoutDatabase }, api.toSetPolicy().read);
  expect(api.toSetPolicy().sentences).not.toContain('Nothing needs approval.');
  expect(api.status()?.policy.rules).toEqual([]);
  // Never sent, and the team is left: no policy of a key of before takes the place of the team's.
  const waiting = desk.entries.slice(1).map(hashOfEntry);
  sqlite.transaction(() => api.forget(waiting));
  waitsFrom = null;
  const voice = voiceIn(desk, 'first');
  api.use(voice);
  expect(api.status()).toMatchObject({ policies: 1, policy: { rules } });
  const again = openTestApprovals(sqlite);
  again.use(voice);
  expect(again.status()).toMatchObject({ policies: 1, policy: { rules } });
  // It was sent, and the database was set back. Another one in its place is not.
  const lost = new Set([1]);
  again.use({ ...voice, isLost: (_, sequence) => lost.has(sequence) });
  expect(again.status()).toMatchObject({ policies: 1, isLost: true, maySet: false });
  lost.clear();
  expect(again.status()).toMatchObject({ isLost: false });
  // Of another owner at once: both are the team's.
  take({ ...before, rules: [...kept, added], limits: limit(3) }, 'firstToo');
  const several = api.status();
  expect(several).toMatchObject({ isWaiting: false, policy: { limits: limit(3) } });
  expect(several?.policy.rules).toHaveLength(51);
  const { outputSchema } = approvalsContract.status['~orpc'];
  expect(outputSchema?.parse(several)?.policy.rules).toHaveLength(51);
});

it('does not tell of a policy beside the first one', async () => {
  const setPolicy = async () => false;
  const toSetPolicy = () => ({ profile: 'p', sentences: [], read: [], approvers: 2 });
  const sentenceWhere = async (policies: number) => {
    let shown: Confirmation | undefined;
    const api = { setPolicy, toSetPolicy, status: () => ({ policies }) };
    await createApprovalDocuments(
      async (confirmation) => {
        shown = confirmation;
        return null;
      },
      () => api as never,
    ).setPolicy({ rules: [], limits: [], allowWithoutDatabase: false });
    return await shown?.act(new Map() as never);
  };
  const stored = 'The new policy is stored, and goes to the team when its database responds.';
  expect(await sentenceWhere(1)).toMatchObject({ sentence: stored });
});

it('has the rows of a file once nobody can send it', () => {
  const desk = createDeskTeam();
  const made: unknown[] = [];
  const fileOfRequest = (...asked: readonly unknown[]) => {
    made.push(asked);
  };
  const forgetProposed = async () => undefined;
  const bulk = { runs: { has: () => false }, fileOfRequest, forgetProposed };
  const writes = [{ operation: 'createCustomer', titleOf: () => 'row' }];
  const api = openTestApprovals(inMemory(profileMigrations), {}, { bulk, writes });
  api.use(voiceIn(desk, 'first'));
  const row = { row: 2, input: { email: 'a@example.com' }, isSecond: false };
  const rows = [{ ...row, name: null, reference: null, ownName: null }];
  const request = {
    what: 'bulk' as const,
    kind: 'customer' as const,
    fileName: 'new.csv',
    sha256: 'a'.repeat(64),
    columns: [],
    rows,
  };
  const bytes = contentBytes({ ...proposalOf('file'), request });
  const entry = desk.writeBytes('maker', 'proposal', bytes);
  api.take(entry, bytes);
  const id = hashOfEntry(entry);
  expect(api.get(id)).toMatchObject({ hasRowsToSave: false, rows: [{ row: 2, title: 'row' }] });
  expect(() => api.file({ id, format: 'csv' })).toThrow('Only rows of a bulk run');
  const no = contentBytes({ ...approvalOf(id, sha256Hex(bytes)), decision: 'refused' });
  api.take(desk.writeBytes('first', 'approval', no), no);
  expect(api.get(id).hasRowsToSave).toBe(true);
  api.file({ id, format: 'xlsx' });
  expect(made).toEqual([[id, request, 'xlsx']]);
});

it('knows when it learned of a policy that asks less, but not of what it read as it joined', () => {
  const desk = createDeskTeam();
  const first = desk.policy('firstToo', 2);
  const loose = desk.policy('firstToo', 1, [first]);
  const learned = (hasRead: boolean) => {
    const sqlite = inMemory(profileMigrations);
    const now = Date.parse(at) + 40 * 24 * 3_600_000;
    const open = () => {
      const api = openTestApprovals(sqlite, { clock: { now: () => now } });
      api.use(voiceIn(desk, 'owner', { hasRead: () => hasRead }));
      return api;
    };
    const api = open();
    for (const entry of [first, loose]) api.take(entry, desk.open(entry));
    return open().loosened();
  };
  const id = hashOfEntry(loose);
  expect(learned(true)).toMatchObject([{ id, at, learnedAt: '2027-01-05T10:00:00.000Z' }]);
  expect(learned(false)).toMatchObject([{ id, at, learnedAt: at }]);
});
