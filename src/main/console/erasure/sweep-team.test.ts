/** What a team's log left on this computer of somebody who was erased: approvals, and deliveries that wait. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sha256Hex } from '../../../platform/canonical-json.ts';
import { migrate } from '../../../platform/migrations.ts';
import { createSeal } from '../../../platform/sealing.ts';
import { openMemorySqlite, type Sqlite } from '../../../platform/sqlite.ts';
import { packDeliveries, unpackDeliveries } from '../../../team-log/deliveries.ts';
import { hashOfEntry } from '../../../team-log/entry.ts';
import { openRecords } from '../../core/records/records.ts';
import { type Content, contentBytes } from '../../features/approvals/contents.ts';
import { openApprovalStore } from '../../features/approvals/store.ts';
import {
  approvalOf,
  createDeskTeam,
  proposalOf,
} from '../../features/approvals/testing/team-of-desks.ts';
import { openTeamState } from '../../features/team/team-state.ts';
import { profileMigrations } from '../profile-session.ts';
import { eraseAgain } from './erase-again.ts';
import { placesOf, textsOf } from './testing/canaries.ts';
import { underWayOf } from './under-way.ts';

const ada = 'customer_ada';
const at = '2026-11-26T09:00:00.000Z';
const email = 'zelda@wyvern.example';
const marks = ['wyvern', '0x52908400098527886e0f', 'grimwald'];
const erasure = {
  customerId: ada,
  at: '2026-11-26T12:00:00.000Z',
  by: null,
  reason: 'Asked',
  liftedAt: null,
  liftedBy: null,
  liftReason: null,
};
const account = {
  customerId: ada,
  network: 'ethereum',
  sourceCurrency: 'USD',
  destinationCurrency: 'USDC',
  walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
};
const rowOf = (row: number, input: Record<string, unknown>) => ({
  row,
  input,
  isSecond: false,
  name: 'Grimwald',
  reference: null,
  ownName: null,
});

let sqlite: Sqlite;
let desk: ReturnType<typeof createDeskTeam>;
beforeEach(() => {
  sqlite = openMemorySqlite(createSeal(new Uint8Array(32)));
  migrate(sqlite, profileMigrations);
  desk = createDeskTeam();
  openRecords({ sqlite }).observe({
    kind: 'customer',
    id: ada,
    source: 'read',
    observedAt: at,
    body: { id: ada, email },
  });
});
afterEach(() => sqlite.close());

const say = (by: string, content: Content) => {
  const bytes = contentBytes(content);
  const entry = desk.writeBytes(by, content.what, bytes);
  openApprovalStore(sqlite).take(entry, bytes);
  return { hash: hashOfEntry(entry), digest: sha256Hex(bytes) };
};
const proposed = (input: Record<string, unknown>): Content => {
  const { request, ...proposal } = proposalOf('account');
  if (request.what !== 'write') throw new TypeError('It is another form.');
  const facts: [string, string][] = [['Wallet', account.walletAddress]];
  const write = { ...request, operation: 'createVirtualAccount', input } as const;
  return { ...proposal, facts, note: 'for Grimwald', request: write };
};
const stored = () => new Map([...openApprovalStore(sqlite).all()].map((one) => [one.hash, one]));
const erase = (): void => {
  sqlite.transaction(() => eraseAgain(sqlite, [erasure]));
};

it('goes out of proposals and decisions, which keep who decided what, and are over', () => {
  const single = say('maker', proposed(account));
  const decision = { ...approvalOf(single.hash, single.digest), note: 'Grimwald is fine' };
  const decided = say('first', decision);
  const { request: _, ...rest } = proposalOf('file');
  const rows = [rowOf(1, account), { ...rowOf(2, { customerId: 'customer_bob' }), name: 'Bob' }];
  const file = say('maker', {
    ...rest,
    request: {
      what: 'bulk',
      kind: 'virtualAccount',
      fileName: 'a.csv',
      sha256: 'ab'.repeat(32),
      columns: [],
      rows,
    },
  });
  const other = say('maker', { ...proposalOf('other'), note: `As ${email} says` });
  const untouched = say('maker', proposalOf('untouched'));
  expect(placesOf(textsOf(sqlite), marks).length).toBeGreaterThan(2);
  erase();
  expect(placesOf(textsOf(sqlite), marks)).toEqual([]);
  const left = stored();
  for (const { hash, digest } of [single, decided, file, other])
    expect(left.get(hash)?.digest).toBe(digest);
  expect(left.get(single.hash)?.content).toMatchObject({
    person: 'Grace',
    expiresAt: '1970-01-01T00:00:00.000Z',
    request: { input: { customerId: ada, network: 'ethereum' } },
  });
  expect(openApprovalStore(sqlite).proposal(file.hash)?.request).toMatchObject({
    rows: [{ name: null }, { name: 'Bob' }],
  });
  expect(left.get(other.hash)?.content).toMatchObject({
    note: 'As (erased) says',
    expiresAt: '1970-01-01T00:00:00.000Z',
  });
  expect(left.get(untouched.hash)?.content).toEqual(proposalOf('untouched'));
  const all = JSON.stringify([...textsOf(sqlite)]);
  erase();
  expect(JSON.stringify([...textsOf(sqlite)])).toBe(all);
});

it('leaves no proposal of somebody else open whose wallet is not the approved one any more', async () => {
  openRecords({ sqlite }).observe({
    kind: 'customer',
    id: ada,
    source: 'read',
    observedAt: at,
    body: { id: ada, email, walletAddress: account.walletAddress },
  });
  const { request: _, ...rest } = proposalOf('file');
  const file = say('maker', {
    ...rest,
    request: {
      what: 'bulk',
      kind: 'virtualAccount',
      fileName: 'b.csv',
      sha256: 'ab'.repeat(32),
      columns: [],
      rows: [rowOf(1, { ...account, customerId: 'customer_bob' })],
    },
  });
  say('first', approvalOf(file.hash, file.digest));
  erase();
  const { request, expiresAt } = openApprovalStore(sqlite).proposal(file.hash) ?? {};
  expect(request).toMatchObject({ rows: [{ input: { walletAddress: '(erased)' } }] });
  expect(expiresAt).toBe('1970-01-01T00:00:00.000Z');
});

it('goes out of what people said of problems and of claims', () => {
  const said = `asked ${email}`;
  sqlite.run(
    `INSERT INTO team_problems (kind, stream, author, sequence, until, sentence, at, note)
     VALUES ('fork', 's', 'a', 1, 1, 'x', ?, ?)`,
    [at, said],
  );
  for (const sequence of [1, 2])
    sqlite.run(
      `INSERT INTO team_acknowledged (kind, stream, author, sequence, until, note, aside_by, at)
       VALUES ('fork', 's', 'a', ?, 1, ?, 'b', ?)`,
      [sequence, sequence === 1 ? said : 'seen', at],
    );
  sqlite.run(
    "INSERT INTO team_settlements VALUES ('h', 'a', ?, 'Grace', 'absent', NULL, ?, ?, '[]')",
    [at, said, said],
  );
  expect(placesOf(textsOf(sqlite), ['wyvern']).length).toBeGreaterThan(3);
  erase();
  expect(placesOf(textsOf(sqlite), ['wyvern'])).toEqual([]);
  expect(sqlite.texts('SELECT note FROM team_acknowledged ORDER BY sequence')).toEqual([
    'asked (erased)',
    'seen',
  ]);
  expect(sqlite.texts("SELECT reason || ', ' || checked FROM team_settlements")).toEqual([
    'asked (erased), asked (erased)',
  ]);
});

it('waits for what is signed and not sent yet: nothing can be taken out of that', () => {
  expect(underWayOf(sqlite, ada)).toBeNull();
  const state = openTeamState(sqlite);
  state.send(desk.write('maker', proposed(account)));
  expect(underWayOf(sqlite, ada)).toContain('wait to be sent');
  state.sent(1);
  expect(underWayOf(sqlite, ada)).toBeNull();
});

it.each([
  ...(['claim', 'settlement', 'acknowledgement', 'deliveries', 'webhook'] as const).map(
    (kind) => [kind, true] as const,
  ),
  ...(['heads', 'policy', 'release'] as const).map((kind) => [kind, false] as const),
])('waits for what is signed of %s: %s', (kind, isWaiting) => {
  openTeamState(sqlite).send(desk.writeBytes('owner', kind, Buffer.from('{}')));
  expect(underWayOf(sqlite, ada) !== null).toBe(isWaiting);
});

it('is left out of what the log brings later', () => {
  erase();
  const late = say('maker', proposed(account));
  say('first', { ...approvalOf(late.hash, late.digest), note: 'Grimwald is fine' });
  expect(placesOf(textsOf(sqlite), marks)).toEqual([]);
  expect(stored().get(late.hash)?.digest).toBe(late.digest);
});

it('is left out of what is said of a file, and of what was read before its proposal', () => {
  erase();
  const { request: _, ...rest } = proposalOf('file');
  const content: Content = {
    ...rest,
    request: {
      what: 'bulk',
      kind: 'virtualAccount',
      fileName: 'a.csv',
      sha256: 'ab'.repeat(32),
      columns: [],
      rows: [rowOf(1, account)],
    },
  };
  const bytes = contentBytes(content);
  const file = desk.writeBytes('maker', 'proposal', bytes);
  const hash = hashOfEntry(file);
  const decision = { ...approvalOf(hash, sha256Hex(bytes)), note: 'Grimwald is fine' };
  const before = say('first', decision);
  const store = openApprovalStore(sqlite);
  sqlite.transaction(() => store.take(file, bytes));
  say('second', decision);
  expect(placesOf(textsOf(sqlite), marks)).toEqual([]);
  expect(JSON.stringify([...store.all()])).not.toContain('Grimwald');
  expect(stored().get(before.hash)?.digest).toBe(before.digest);
});

it('goes out of deliveries that wait for a secret', () => {
  const delivery = (body: object, path: string) => ({
    path,
    receivedAt: Date.parse(at),
    rawHeaders: ['signature', 'ab'],
    body: Buffer.from(JSON.stringify(body)),
  });
  const content = packDeliveries([
    delivery({ data: { customer: { id: ada, name: 'Grimwald' } } }, 'ab'.repeat(16)),
    delivery({ to: email }, 'ab'.repeat(16)),
    delivery({ data: { customer: { id: 'customer_bob' } } }, 'ab'.repeat(16)),
  ]);
  sqlite.run("INSERT INTO team_relayed (author, sequence, path, content) VALUES ('a', 1, 'b', ?)", [
    content,
  ]);
  erase();
  const { content: left } = sqlite.first('SELECT content FROM team_relayed') as {
    content: Uint8Array;
  };
  expect(unpackDeliveries(left).map(({ body }) => body.length > 0)).toEqual([false, false, true]);
});
