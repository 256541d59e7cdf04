import { createRouterClient } from '@orpc/server';
import { beforeEach, expect, it } from 'vitest';
import type { Confirmation } from '../../../core/feature/confirmation.ts';
import { createForwardDocuments, unaskedMs } from './forwarding-documents.ts';
import { forwardingProcedures, withoutTemporaryTargets } from './forwarding-procedures.ts';
import type { Forwarder, NewTarget, Selection } from './types.ts';

const wanted: NewTarget = {
  name: 'Ledger',
  url: 'https://Ledger.example.com/hooks',
  webhookId: null,
  isForTeam: null,
  events: ['payout.create'],
};

let now: number;
let asked: Confirmation[];
let added: NewTarget[];
let replayed: Selection[];
let isOpen: boolean;
let isInTeam: boolean;
beforeEach(() => {
  now = 1_000_000;
  asked = [];
  added = [];
  replayed = [];
  isOpen = true;
  isInTeam = false;
});

const forwards = {
  targets: () => [
    { id: 'a', name: 'Ledger', url: 'https://ledger.example.com/hooks', delivered: 12 },
  ],
  addTarget(input: NewTarget) {
    added.push(input);
    return input;
  },
  isInTeam: () => isInTeam,
  async replay(_id: string, selection: Selection) {
    replayed.push(selection);
    return 3;
  },
} as unknown as Forwarder;

function documents() {
  const withDocuments = createForwardDocuments({
    clock: { now: () => now },
    ask: async (confirmation) => {
      asked.push(confirmation);
      return '/secret/0';
    },
  });
  return withDocuments('Treasury', forwards, () => {
    if (!isOpen) throw new Error('another profile');
    return forwards;
  });
}

const press = async () => await asked.at(-1)?.act(new URLSearchParams());

it('an address is added when a person has confirmed the very one, in the profile it is for', async () => {
  expect(await documents().addTarget(wanted)).toBe('/secret/0');
  expect(added).toEqual([]);
  expect(Object.fromEntries(asked[0]?.facts ?? [])).toMatchObject({
    URL: 'https://ledger.example.com/hooks',
    Profile: 'Treasury',
    Events: 'payout.create',
  });
  isOpen = false;
  await expect(press()).rejects.toThrow('another profile');
  isOpen = true;
  await press();
  expect(added).toEqual([wanted]);
});

it('an address that a target has already is added once a person read that it gets each delivery twice', async () => {
  await documents().addTarget(wanted);
  expect(asked[0]?.paragraphs.join(' ')).toContain('“Ledger” has this URL already.');
  await documents().addTarget({ ...wanted, url: 'https://other.example.com/hooks' });
  expect(asked[1]?.paragraphs.join(' ')).not.toContain('already');
});

it('an address that can be none is refused before anyone is asked', async () => {
  const url = 'http://ledger.example.com/hooks';
  await expect(documents().addTarget({ ...wanted, url })).rejects.toThrow(/https/);
  expect(asked).toEqual([]);
});

it('many are replayed when a person has confirmed it', async () => {
  const since: Selection = { by: 'since', since: '2026-01-01T00:00:00.000Z' };
  expect(await documents().replay('a', since)).toEqual({ queued: null, path: '/secret/0' });
  expect(replayed).toEqual([]);
  const said = asked[0]?.paragraphs.join(' ');
  expect(said).toContain('also those that it has had before');
  expect(said).toContain('has had so far: 12.');
  expect(await press()).toEqual({ sentence: '3 deliveries were queued.' });
  expect(replayed).toEqual([since]);
});

it('one is replayed at once, and many one by one are not', async () => {
  const all = documents();
  const one = (arrival: number) => all.replay('a', { by: 'one', arrival });
  expect(await one(1)).toEqual({ queued: 3, path: null });
  expect(await one(1)).toEqual({ queued: 3, path: null });
  now += unaskedMs - 1;
  expect((await one(2)).queued).toBeNull();
  now += unaskedMs;
  expect((await one(2)).queued).toBe(3);
  expect(replayed).toHaveLength(3);
});

it('several that are asked for at the same moment are not replayed one by one', async () => {
  const all = documents();
  const answers = await Promise.all(
    [1, 2, 3].map((arrival) => all.replay('a', { by: 'one', arrival })),
  );
  expect(answers.map(({ queued }) => queued)).toEqual([3, null, null]);
  expect(replayed).toEqual([{ by: 'one', arrival: 1 }]);
});

it('no page borrows an address', async () => {
  const routes = { forwarding: forwardingProcedures(documents) };
  const { forwarding } = createRouterClient(withoutTemporaryTargets(routes));
  await expect(forwarding.lendTarget(wanted)).rejects.toThrow(/npm run listen/);
});

it('in a team a target is the team’s, unless a person says otherwise; on this computer it never is', async () => {
  isInTeam = true;
  const byOf = () => asked.at(-1)?.facts.find(([name]) => name === 'Forwarded by')?.[1];
  await documents().addTarget(wanted);
  expect(byOf()).toBe('One computer of the team');
  await documents().addTarget({ ...wanted, isForTeam: false });
  expect(byOf()).toBe('This computer');
  const url = 'http://127.0.0.1:3000/hooks';
  await documents().addTarget({ ...wanted, url });
  expect(byOf()).toBe('This computer');
  await expect(documents().addTarget({ ...wanted, url, isForTeam: true })).rejects.toThrow(
    /localhost/,
  );
});
