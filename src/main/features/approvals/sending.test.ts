import { expect, it } from 'vitest';
import { createCustomerInput } from '../../../contract/customer.ts';
import { profileMigrations } from '../../console/profile-session.ts';
import { offerWrite } from '../../core/feature/offered-write.ts';
import { createSentHere } from '../../core/intents/keys-sent-here.ts';
import { closeAll, createDesk } from '../handover/testing/desks.ts';
import { reportersOf } from '../unresolved/sent-elsewhere.ts';
import { createBook } from './book.ts';
import { createSending, partsOf } from './sending.ts';
import { proposalOf } from './testing/team-of-desks.ts';

it('what was confirmed when it was proposed and what is asked since goes with it, each once', async () => {
  const asked: unknown[] = [];
  let meanwhile: () => Promise<void> = async () => undefined;
  const by = {
    requireCreatable: async () => undefined,
    create: async (creation: { confirmed: readonly string[]; intentKey: string }) => {
      asked.push([creation.intentKey, creation.confirmed]);
      await meanwhile();
      return { id: 'customer_a' };
    },
  };
  const write = offerWrite({
    operation: 'createCustomer',
    input: createCustomerInput,
    titleOf: () => '',
    by: () => by,
  });
  const { sqlite, own, merge } = createDesk(1, () => Date.now(), profileMigrations);
  const unresolved = {
    isSentHere: createSentHere(sqlite),
    reportersOf: (key: string) => reportersOf(sqlite, key),
  };
  const { toldElsewhere } = createBook({ unresolved } as never);
  const parts = { writes: [write], bulk: {}, unresolved, toldElsewhere };
  const send = createSending(parts as never);
  const content = proposalOf('wanted');
  const input = { type: 'individual', email: 'a@example.com' };
  const request = { ...content.request, input, confirmed: ['customer_before'] } as never;
  const sent = await send({ ...content, request }, 'a key', ['customer_before', 'a claim']);
  expect(sent).toEqual({ resourceId: 'customer_a', runId: null });
  expect(asked).toEqual([['a key', ['customer_before', 'a claim']]]);

  // A colleague says that it was sent, under a key that the proposal names.
  const [key, forged, sentHere] = ['a', 'b', 'c'].map((one) => one.repeat(32)) as [
    string,
    string,
    string,
  ];
  const reviewer = createDesk(2, () => Date.now(), profileMigrations);
  reviewer.request(key);
  merge(reviewer.save());
  // Or as if this computer had: whose a request is, is its reporter's word.
  for (const one of [forged, sentHere]) reviewer.request(one);
  const { lines, ...file } = reviewer.save();
  const inOwnName = lines.map((line) => line.replace(`["${reviewer.own}"]`, `["${own}"]`));
  merge({ ...file, lines: inOwnName.filter((line) => !line.includes(key)) });
  for (const one of [key, forged]) {
    const told = send({ ...content, request }, one, []);
    await expect(told).rejects.toThrow('Another computer (22222222) told the team');
  }
  expect(asked).toHaveLength(1);
  // What this computer journalled is its own, whoever tells it as well, also where it was asked about before.
  const journalled = JSON.stringify({ intentKey: sentHere });
  sqlite.run(
    "INSERT INTO audit_log (at, action, facts, hash) VALUES ('-', 'customer.create.journalled', ?, '-')",
    [journalled],
  );
  await expect(send({ ...content, request }, sentHere, [])).resolves.toEqual(sent);

  // It is told while a claim is awaited: the journal gives what was told, created or not.
  for (const [digit, failure] of [
    ['d', null],
    ['e', new Error('Unknown.')],
  ] as const) {
    meanwhile = async () => {
      reviewer.request(digit.repeat(32));
      merge(reviewer.save());
      if (failure !== null) throw failure;
    };
    const late = send({ ...content, request }, digit.repeat(32), []);
    await expect(late).rejects.toThrow('Another computer (22222222) told the team');
  }
  closeAll([{ sqlite }, reviewer]);
});

it('what was confirmed is told apart: what a colleague claimed, and what is known here', () => {
  const claim = 'ab'.repeat(32);
  const request = 'cd'.repeat(16);
  expect(partsOf(['customer_0', claim, request])).toEqual({
    confirmed: ['customer_0', request],
    claims: [claim],
  });
  expect(partsOf([request])).toEqual({ confirmed: [request] });
});
