/** Approvals over consoles of a team and a real PostgreSQL: nobody sends alone what the policy asks others about. */
import { isContractProcedure } from '@orpc/contract';
import { safe } from '@orpc/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ApprovalPolicy, ApprovalRequestInput } from '../../../bridge/approvals.ts';
import { bridgeContract } from '../../../bridge/contract.ts';
import type { Unasked } from '../../../bridge/procedure.ts';
import { createSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { startPostgres } from '../../../team-log/testing/postgres.ts';
import {
  createReviewed,
  documentAt,
  newIntentKey,
  procedurePaths,
  submitDocument,
  verifiedAudit,
} from '../testing/console.ts';
import {
  admit,
  baseUrl,
  type Desk,
  giveToken,
  invite,
  join,
  newDesk,
  setPolicy,
  team,
  teamOf,
  teamSuite,
  until,
  untilState,
} from './testing/team.ts';

const suite = teamSuite(() => startPostgres());

let hosted: Sandbox;
let posts: string[];
/** What stands between the computers and the service. */
let interfere: () => Promise<Response | null>;
beforeEach(async () => {
  interfere = async () => null;
  posts = [];
  hosted = createSandbox();
  await hosted.listen();
});
afterEach(async () => {
  await hosted.close();
});

/** The service of all desks; what is sent is counted. */
const service: typeof fetch = async (input, init) => {
  const url = String(input instanceof Request ? input.url : input);
  if (init?.method === 'POST') {
    posts.push(new URL(url).pathname);
    const instead = await interfere();
    if (instead !== null) return instead;
  }
  return await fetch(url.replace(baseUrl, hosted.baseUrl), init);
};

async function newDeskWithToken(): Promise<Desk> {
  const desk = await newDesk(suite.directories, { fetch: service });
  return await giveToken(desk, hosted.token);
}

const always = { network: null, isNewAddress: false, feeAtLeast: null, rowsAtLeast: null };
const everything: ApprovalPolicy = {
  rules: [
    { of: 'createCustomer', ...always, approvers: 1 },
    { of: 'createVirtualAccount', ...always, approvers: 1 },
    { of: 'createWebhook', ...always, approvers: 1 },
    { of: 'bulk', ...always, approvers: 2 },
  ],
  limits: [],
  allowWithoutDatabase: false,
};

const customer = (email: string, intentKey = newIntentKey()) => ({
  intentKey,
  confirmed: [],
  input: { type: 'individual' as const, email },
});
const account = {
  customerId: 'customer_x',
  sourceCurrency: 'USD' as const,
  destinationCurrency: 'USDC' as const,
  network: 'ethereum',
  walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
};
const webhook = {
  name: 'Books',
  url: 'https://hooks.example.com/in',
  events: ['payout.create' as const],
};
const propose = (desk: Desk, email: string, intentKey?: string) =>
  desk.bridge.approvals.propose({
    profileId: desk.profileId,
    request: { what: 'createCustomer', ...customer(email, intentKey) },
    note: 'Signed contract of Monday.',
  });
const stateIs = (desk: Desk, id: string, state: string) =>
  until(async () => {
    const { data } = await safe(desk.bridge.approvals.get({ id }));
    return data?.state === state ? data : null;
  });

/** A file of so many customers, and of other rows, checked. */
async function draftOf({ bridge, profileId }: Desk, count: number, others: string[] = []) {
  const lines = Array.from({ length: count }, (_, at) => `individual,${at + 1}@example.com`);
  const bytes = Buffer.from(['type,email', ...lines, ...others].join('\n'));
  const { uploadId } = await bridge.bulk.upload.begin({
    profileId,
    kind: 'customer',
    fileName: 'many.csv',
    bytes: bytes.length,
  });
  await bridge.bulk.upload.append({ uploadId, offset: 0, base64: bytes.toString('base64') });
  const { id } = await bridge.bulk.upload.finish({ uploadId });
  return await until(async () => {
    const draft = await bridge.bulk.drafts.get({ id });
    return draft.status === 'ready' ? draft : null;
  });
}

async function decide(desk: Desk, id: string, decision: string, note = '') {
  await until(async () => (await safe(desk.bridge.approvals.get({ id }))).isSuccess);
  const { path } = await desk.bridge.approvals.decide({ profileId: desk.profileId, id });
  const shown = documentAt(desk, path);
  const refused = decision === 'refused' ? { refuse: 'yes' } : {};
  return [shown, await submitDocument(desk, path, { ...refused, note })] as const;
}

/** An owner, an operator and an approver. */
async function three(): Promise<[Desk, Desk, Desk]> {
  const ada = await newDeskWithToken();
  const bob = await newDeskWithToken();
  const cy = await newDeskWithToken();
  await team(suite.server, suite.database, [ada, bob]);
  // Of who is admitted by now.
  await until(async () => (await teamOf(ada)).requests.length === 0);
  await join(cy, await invite(ada), suite.database);
  await admit(ada, cy, 'approver', undefined, { personName: 'Cy' });
  await untilState(cy, 'on');
  return [ada, bob, cy];
}

it('is proposed, approved by another, and sent once', async () => {
  const [ada, bob, cy] = await three();
  const send = (id: string) => bob.bridge.approvals.send({ profileId: bob.profileId, id });
  const { bridge, profileId } = bob;
  const free = customer('free@example.com');
  expect((await bridge.approvals.status())?.policy.rules).toEqual([]);
  await bridge.customers.create({ profileId, ...free });
  expect(posts).toHaveLength(1);
  await setPolicy(ada, everything, [bob, cy]);

  const intentKey = newIntentKey();
  const ask = customer('grace@example.com', intentKey);
  const refused = await safe(bridge.customers.create({ profileId, ...ask }));
  expect(refused.error).toMatchObject({
    code: 'NEEDS_APPROVAL',
    data: { approvers: 1, reasons: ['New customers need 1 approver.'] },
  });
  expect(
    await bridge.approvals.needed({ what: 'createCustomer', ...ask, ownName: '' }),
  ).toMatchObject({ approvers: 1 });
  const { id, may } = await propose(bob, 'grace@example.com', intentKey);
  expect(may).toEqual(['withdraw']);
  const own = await safe(bridge.approvals.decide({ profileId, id }));
  expect(own.error).toMatchObject({ code: 'INVALID' });
  expect((await safe(send(id))).error).toMatchObject({ code: 'INVALID' });

  const [shown, done] = await decide(cy, id, 'approved');
  for (const text of ['grace@example.com', 'Signed contract of Monday.', 'Hosted sandbox']) {
    expect(shown).toContain(text);
  }
  expect(done).toContain('Approved');
  expect(done).toContain(
    'Nothing was sent. Once all approvals are given, the maker can select Send request',
  );
  await stateIs(bob, id, 'approved');
  // Another byte is another request.
  const other = customer('grace@example.org', intentKey);
  const changed = await safe(bridge.customers.create({ profileId, ...other }));
  expect(changed.error).toMatchObject({ code: 'NEEDS_APPROVAL' });
  expect(posts).toHaveLength(1);
  // Not by another computer either.
  const elsewhere = await safe(cy.bridge.customers.create({ profileId: cy.profileId, ...ask }));
  expect(elsewhere.error).toMatchObject({ code: 'NEEDS_APPROVAL' });

  const { resourceId } = await send(id);
  expect(await send(id)).toEqual({ resourceId, runId: null });
  expect(posts).toHaveLength(2);
  await stateIs(cy, id, 'sent');

  const review = { reviewedAddress: account.walletAddress, confirmations: [] };
  const ofCustomer = { ...account, customerId: resourceId ?? '' };
  const others = [
    { what: 'createVirtualAccount', input: ofCustomer, ...review },
    { what: 'createWebhook', input: webhook },
  ] as const;
  for (const [at, other] of others.entries()) {
    const request = { ...other, intentKey: newIntentKey() } as ApprovalRequestInput;
    const proposed = await bridge.approvals.propose({ profileId, request });
    const [read] = await decide(cy, proposed.id, 'approved');
    expect(read).toContain(['0x 5290 8400 0985 2788 6E0F 7030', webhook.url][at]);
    await stateIs(bob, proposed.id, 'approved');
    expect((await send(proposed.id)).resourceId).not.toBeNull();
  }
  expect(posts).toHaveLength(4);

  const second = await propose(bob, 'edsger@example.com');
  await decide(cy, second.id, 'refused', 'Not this one.');
  const seen = await stateIs(bob, second.id, 'refused');
  expect(seen.decisions).toMatchObject([
    { by: { person: 'Cy' }, decision: 'refused', note: 'Not this one.' },
  ]);
  const third = await propose(bob, 'alan@example.com');
  await bridge.approvals.withdraw({ profileId, id: third.id });
  await stateIs(cy, third.id, 'withdrawn');
  const late = await safe(cy.bridge.approvals.decide({ profileId: cy.profileId, id: third.id }));
  expect(late.error).toMatchObject({ code: 'INVALID' });
  for (const one of [second, third]) expect((await safe(send(one.id))).isSuccess).toBe(false);
  expect(posts).toHaveLength(4);

  // A colleague sends the same meanwhile: its maker is asked, and can go on.
  const mine = await propose(bob, 'same@example.com');
  const theirs = await propose(cy, 'same@example.com');
  await decide(cy, mine.id, 'approved');
  await decide(ada, theirs.id, 'approved');
  await stateIs(cy, theirs.id, 'approved');
  const sent = await cy.bridge.approvals.send({ profileId: cy.profileId, id: theirs.id });
  // It is a record of Bob's, too, before he is asked, and nothing new comes between his answer and the request.
  await until(async () =>
    (await bridge.customers.list({})).rows.some(({ id: one }) => one === sent.resourceId),
  );
  const asking = await until(async () => (await safe(send(mine.id))).error);
  expect(asking).toMatchObject({ code: 'ASKS_FIRST' });
  const { asks } = (asking as unknown as { data: { asks: string[] } }).data;
  expect(posts).toHaveLength(5);
  await bridge.approvals.send({ profileId, id: mine.id, confirmed: asks });
  expect(posts).toHaveLength(6);

  const { rows } = await bridge.audit.list({});
  const actions = rows.map(({ action }) => action);
  expect(actions).toEqual(
    expect.arrayContaining(['approval.proposed', 'approval.send-confirmed', 'approval.sent']),
  );
  // Which request it was, and by whose approval.
  const told = (all: typeof rows, action: string, proposal: string) =>
    all.find(
      (one) =>
        one.action === action && JSON.stringify(one.facts).includes(`"proposal":"${proposal}"`),
    )?.facts;
  expect(told(rows, 'approval.proposed', id)).toBeDefined();
  expect(told((await cy.bridge.audit.list({})).rows, 'approval.approved', id)).toBeDefined();
  const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(told(rows, 'approval.sent', id)).toMatchObject({ approvals: [hash], approvers: [hash] });
  expect(await verifiedAudit(bob)).toMatchObject({ state: 'intact' });
  expect((await bridge.team.get()).team?.problems).toEqual([]);
}, 120_000);

it('no way to send goes around it, and what needs approval waits for the database', async () => {
  const ada = await newDeskWithToken();
  const bob = await newDeskWithToken();
  await team(suite.server, suite.database, [ada, bob]);
  const { bridge, profileId } = bob;
  const startOf = async (count: number) => {
    const { id, confirmations, digest } = await draftOf(bob, count);
    return { id, profileId, confirmations, digest };
  };
  // From before the policy: a run that rests, and a request that was not created.
  const held = Promise.withResolvers<null>();
  interfere = () => held.promise;
  const { id: runId } = await bridge.bulk.drafts.start(await startOf(400));
  await bridge.bulk.runs.pause({ id: runId, profileId });
  held.resolve(null);
  const rested = () => bridge.bulk.runs.get({ id: runId });
  await until(async () => (await rested()).state === 'paused');
  interfere = async () => new Response('', { status: 502 });
  const lost = customer('lost@example.com');
  const unknown = await safe(bridge.customers.create({ profileId, ...lost }));
  expect(unknown.error).toMatchObject({ code: 'UNKNOWN_OUTCOME' });
  await bridge.unresolved.absent({ profileId, key: lost.intentKey });
  interfere = async () => null;
  await setPolicy(ada, everything, [bob]);
  posts = [];
  const needsApproval = (error: unknown) => expect(error).toMatchObject({ code: 'NEEDS_APPROVAL' });
  /** Every procedure that a reviewer’s mode refuses and that may reach the service, with what it is called with. */
  const walks: Readonly<Record<string, () => Promise<void>>> = {
    'customers.create': async () =>
      needsApproval(
        (await safe(bridge.customers.create({ profileId, ...customer('c@example.com') }))).error,
      ),
    'virtualAccounts.create': async () =>
      needsApproval((await safe(createReviewed(bridge, { profileId, input: account }))).error),
    'webhooks.create': async () => {
      const creation = { profileId, intentKey: newIntentKey(), input: webhook };
      const { path } = await bridge.webhooks.create(creation);
      expect(await submitDocument(bob, path)).toContain('Nothing was sent');
    },
    'bulk.drafts.start': async () =>
      needsApproval((await safe(bridge.bulk.drafts.start(await startOf(2)))).error),
    'bulk.runs.goOn': async () =>
      needsApproval((await safe(bridge.bulk.runs.goOn({ profileId, id: runId }))).error),
    'unresolved.sendAgain': async () => {
      const again = { profileId, intentKey: newIntentKey(), repeats: lost.intentKey };
      needsApproval((await safe(bridge.unresolved.sendAgain(again))).error);
    },
    'approvals.send': async () => {
      const { id } = await propose(bob, 'd@example.com');
      const sent = await safe(bridge.approvals.send({ profileId, id }));
      expect(sent.error).toMatchObject({ code: 'INVALID' });
    },
    'approvals.propose': async () => {
      const { state } = await propose(bob, 'f@example.com');
      expect(state).toBe('waiting');
    },
  };
  const writing = procedurePaths().filter((path) => {
    const found = path
      .split('.')
      .reduce<unknown>((part, name) => Reflect.get(part as object, name), bridgeContract);
    return (
      isContractProcedure(found) &&
      (found['~orpc'].meta as Unasked).needs === 'service-writes' &&
      !/^(?:sandboxControls|erasures|retention)\./.test(path)
    );
  });
  expect(writing.toSorted()).toEqual(Object.keys(walks).toSorted());
  for (const walk of Object.values(walks)) await walk();
  expect(posts).toEqual([]);

  const away = async (email: string) => {
    await suite.server.halt();
    try {
      await until(async () => (await bridge.team.get()).team?.state === 'away');
      return await safe(bridge.customers.create({ profileId, ...customer(email) }));
    } finally {
      await suite.server.start();
    }
  };
  const waits = await away('e@example.com');
  expect(waits.error).toMatchObject({ code: 'NOT_SENT', data: { cause: 'team-away' } });
  expect(posts).toEqual([]);

  // Where owners allow it, it is sent, and marked.
  for (const desk of [ada, bob]) await untilState(desk, 'on');
  await setPolicy(ada, { ...everything, allowWithoutDatabase: true }, [bob]);
  expect((await away('g@example.com')).error).toBeNull();
  expect(posts).toHaveLength(1);
  const { rows } = await bridge.audit.list({});
  expect(rows.map(({ action }) => action)).toContain('approval.sent-without-database');
}, 180_000);

it('a file is approved row by row as it stands, by as many as its rows need, and limits hold', async () => {
  const [ada, bob, cy] = await three();
  const { bridge, profileId } = bob;
  const limits = [{ of: 'createCustomer' as const, mostPerDay: 3 }];
  await setPolicy(ada, { ...everything, limits }, [bob, cy]);
  const { id: draftId, confirmations, digest } = await draftOf(bob, 2, ['nobody,x']);
  const request = { what: 'bulk', draftId, confirmations, digest } as const;
  const { id, needed } = await bridge.approvals.propose({ profileId, request });
  expect(needed).toBe(2);
  const [shown] = await decide(cy, id, 'approved');
  for (const text of ['1@example.com', '2@example.com', 'many.csv']) expect(shown).toContain(text);
  await until(async () => (await bridge.approvals.get({ id })).given === 1);
  expect((await safe(bridge.approvals.send({ profileId, id }))).isSuccess).toBe(false);
  await decide(ada, id, 'approved');
  await stateIs(bob, id, 'approved');
  const { runId } = await bridge.approvals.send({ profileId, id });
  await until(async () => (await bridge.bulk.runs.get({ id: runId ?? '' })).state === 'done');
  expect(posts).toHaveLength(2);
  // The team was not told of the row that can’t be sent; the run is.
  const told = { id: runId ?? '', state: null, offset: 0, limit: 10 };
  const { rows } = await bridge.bulk.runs.rows(told);
  expect(rows.map(({ state }) => state)).toEqual(['created', 'created', 'left-out']);
  expect(await bridge.approvals.send({ profileId, id })).toEqual({ resourceId: null, runId });
  await stateIs(cy, id, 'sent');

  for (const [email, isWithin] of [
    ['c@example.com', true],
    ['d@example.com', false],
  ] as const) {
    const proposed = await propose(bob, email);
    await decide(cy, proposed.id, 'approved');
    await stateIs(bob, proposed.id, 'approved');
    const sent = await safe(bridge.approvals.send({ profileId, id: proposed.id }));
    if (isWithin) expect(sent.error).toBeNull();
    else expect(sent.error).toMatchObject({ code: 'NOT_SENT', data: { cause: 'day-limit' } });
  }
  expect(posts).toHaveLength(3);
}, 120_000);
