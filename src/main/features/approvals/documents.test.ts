import { expect, it } from 'vitest';
import type { Confirmation } from '../../core/feature/confirmation.ts';
import type { RequestedContent } from './contents.ts';
import { createApprovalDocuments } from './documents.ts';
import { policyOf, proposalOf } from './testing/team-of-desks.ts';
import { walletFacts } from './wallets.ts';

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7';
const alike = '0x52908400098527886E0F7030069857D2E4160EE7';

async function shownOf(whole: RequestedContent): Promise<Confirmation> {
  const asked: Confirmation[] = [];
  const reasons = ['New customers need 1 approver.', 'Bulk runs need 1 approver.'];
  const proposal = { needed: { approvers: 1, reasons }, decisions: [], digest: '' };
  const toDecide = async () => ({
    proposal,
    whole,
    maker: 'Grace',
    hasApproved: false,
    ownFacts: [],
  });
  const documents = createApprovalDocuments(
    async (confirmation) => {
      asked.push(confirmation);
      return null;
    },
    () => ({ toDecide }) as never,
  );
  await documents.decide('an id');
  return asked[0] as Confirmation;
}

async function factsOf(whole: RequestedContent): Promise<ReadonlyMap<string, unknown>> {
  const { facts, groups = [] } = await shownOf(whole);
  return new Map([...facts, ...groups.flatMap((group) => group.facts)]);
}

it('shows what is sent again, what the maker confirmed, and the display name', async () => {
  const { request, ...content } = proposalOf('wanted');
  if (request.what !== 'write') throw new TypeError('Of one request.');
  const more = { repeats: 'ab'.repeat(16), ownName: 'Ada', confirmations: ['It is a contract.'] };
  const facts = await factsOf({ ...content, request: { ...request, ...more } });
  expect(Object.fromEntries(facts)).toMatchObject({
    'Sends again the request': 'ab'.repeat(16),
    'Display name (not sent)': 'Ada',
    'The maker confirmed': 'It is a contract.',
  });
});

const fileOf = (inputs: readonly Record<string, unknown>[], name: string | null) =>
  ({
    what: 'bulk',
    kind: 'virtualAccount',
    fileName: 'a.csv',
    sha256: '',
    columns: [],
    rows: inputs.map((input, at) => ({
      row: at + 1,
      input,
      isSecond: false,
      name,
      reference: null,
      ownName: null,
    })),
  }) as const;

it('each field of a row stands by itself, so that a name of a row can’t pass for one', async () => {
  const name = 'Ada · Wallet address: 0xdead';
  const input = { network: 'ethereum', walletAddress: wallet };
  const shown = { ...proposalOf('file'), request: fileOf([input], name) as never };
  const facts = await factsOf(shown);
  expect(facts.get('Row 1')).toEqual({
    fields: [
      ['Network', 'ethereum'],
      ['Wallet address', '0x 5290 8400 0985 2788 6E0F 7030 0698 57D2 E416 9EE7'],
      ['Name (not sent)', name],
    ],
  });
  expect(facts.get('Needs')).toBe(
    '1 approval, 0 given. New customers need 1 approver. Bulk runs need 1 approver.',
  );
});

it('names the wallet address to compare where there is one', async () => {
  const { request } = proposalOf('one');
  const file = { ...proposalOf('file'), request: fileOf([], null) as never };
  const compare = expect.stringContaining('above all the wallet address.');
  expect(request).toMatchObject({ operation: 'createCustomer' });
  expect((await shownOf(proposalOf('one'))).paragraphs).not.toContainEqual(compare);
  expect((await shownOf(file)).paragraphs).toContainEqual(compare);
});

it('each wallet of a file is looked up once, and named with its rows', async () => {
  const inputs = [wallet, wallet, alike].map((walletAddress) => ({
    network: 'ethereum',
    walletAddress,
  }));
  const asked: string[] = [];
  const found = await walletFacts(fileOf(inputs, null) as never, {
    isPaidInto: ({ address }) => address === wallet,
    accountsOn: () => [{ network: 'ethereum', accounts: 2 }],
    async check(address) {
      asked.push(address.address);
      const lookAlikes = address.address === alike ? [{ address: wallet, label: null }] : [];
      const known = address.address === alike ? null : { label: 'Treasury', uses: 2 };
      return { ...address, known, lookAlikes } as never;
    },
  });
  expect(asked).toEqual([wallet, alike]);
  expect(found).toMatchObject({ count: 2, fresh: 1 });
  expect(Object.fromEntries(found.facts)).toMatchObject({
    'Wallet 1: rows': 'rows 1, 2',
    'Wallet 1: In the address book': 'Yes, as “Treasury”: used by 2 virtual accounts on ethereum',
    'Wallet 2: In the address book':
      'No: no virtual account known to Causeway pays into this wallet',
    'Wallet 2: Look-alike: compared': '1 of 42 characters differs: 39 (“0”, not “9”)',
  });
  expect(found.warnings).toEqual([
    'Wallet 2 (row 3): The wallet address looks like another one that is known. Compare every character.',
    'Wallet 2 (row 3): The address has no checksum, so a wrong character goes unnoticed.',
  ]);
});

it('who approved may refuse after all, and nothing else', async () => {
  const decided: unknown[] = [];
  const proposal = { needed: { approvers: 1, reasons: [] }, decisions: [], digest: 'x' };
  const whole = proposalOf('wanted');
  let shown: Confirmation | null = null;
  const documents = createApprovalDocuments(
    async (confirmation) => {
      shown = confirmation;
      return null;
    },
    () =>
      ({
        toDecide: async () => ({
          proposal,
          whole,
          maker: 'Grace',
          hasApproved: true,
          ownFacts: [],
        }),
        decide: async (one: unknown) => decided.push(one) > 0,
      }) as never,
  );
  await documents.decide('an id');
  const asked = shown as unknown as Confirmation;
  expect(asked).toMatchObject({ button: 'Sign refusal' });
  expect(asked.otherButton).toBeUndefined();
  const fields = new Map([['note', 'Another wallet.']]);
  const sentence = 'The team has your decision. The maker sees your note.';
  expect(await asked.act(fields as never)).toMatchObject({ title: 'Refused', sentence });
  expect(decided).toMatchObject([{ decision: 'refused', note: 'Another wallet.' }]);
});

it('says who sends without approval where a policy has no rules, and whom its rules hold for ever', async () => {
  let shown: Confirmation | null = null;
  const documents = createApprovalDocuments(
    async (confirmation) => {
      shown = confirmation;
      return null;
    },
    () =>
      ({ toSetPolicy: () => ({ profile: 'p', sentences: [], read: [], approvers: 2 }) }) as never,
  );
  await documents.setPolicy({ rules: [], limits: [], allowWithoutDatabase: false });
  expect((shown as unknown as Confirmation).paragraphs).toContain(
    'Without rules, every owner, operator and approver can send without approval.',
  );
  const shownFor = async (approvers: number) => {
    await documents.setPolicy(policyOf(approvers));
    return (shown as unknown as Confirmation).paragraphs.join(' ');
  };
  expect(await shownFor(1)).not.toContain('Warning');
  expect(await shownFor(2)).toContain('no request of an owner or approver can meet a rule');
  expect(await shownFor(3)).toContain(
    'no request can meet a rule that needs 3 approvers: 2 people',
  );
});
