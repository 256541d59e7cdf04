/** Deliveries of a computer that joined again, under another key, for the webhooks of its tunnels. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { coverageBytes } from '../../../../team-log/coverage.ts';
import { packDeliveries } from '../../../../team-log/deliveries.ts';
import type { TeamSigning } from '../../../../team-log/entry.ts';
import { createSigner } from '../../../../team-log/testing/team.ts';
import { slotPath } from '../../webhooks/testing/deliveries.ts';
import {
  closeDesks,
  type Desk,
  entry,
  memberOf,
  openDesk,
  openDesks,
  relayed,
  settled,
  shared,
  stored,
} from '../testing/delivery-desks.ts';

beforeEach(openDesks);
afterEach(closeDesks);

const before = createSigner();
const again = createSigner();
const eve = createSigner();
const url = `https://a.example/hooks/${slotPath}`;
const own = { path: slotPath, webhookId: 'webhook_1', url, secret: null, isAtOrigin: false };
const samePerson = (key: string) => (key === before.publicKey ? again.publicKey : key);

const shareBy = (desk: Desk, { publicKey }: TeamSigning) =>
  desk.sqlite.transaction(() =>
    desk.deliveries.takeOther(
      entry('webhook', 1, publicKey),
      Buffer.from(
        JSON.stringify({ version: 1, path: slotPath, webhookId: 'webhook_1', url, secrets: [] }),
      ),
    ),
  );
const deliverBy = (desk: Desk, { publicKey }: TeamSigning, id: string) =>
  desk.sqlite.transaction(() =>
    desk.deliveries.takeOther(
      entry('deliveries', 2, publicKey),
      packDeliveries([{ ...relayed(id), verdict: 'genuine' }]),
    ),
  );
const inTeam = (...signers: TeamSigning[]) => signers.map((one) => memberOf(one, 'operator'));

/** How many of these are stored by a colleague who heard all three of them share the webhook. */
async function storedOf(
  members: readonly TeamSigning[],
  personOf: (key: string) => string,
  ...authors: readonly TeamSigning[]
): Promise<number> {
  shared.known = 'unknown-yet';
  const desk = openDesk({ members: () => inTeam(...members), personOf });
  for (const one of [before, eve, again]) shareBy(desk, one);
  for (const [at, one] of authors.entries()) deliverBy(desk, one, `event_${at}`);
  await settled(desk);
  return stored().length;
}

it('reach the others as before, where it was admitted as the same person’s', async () => {
  expect(await storedOf([before, again, eve], samePerson, before, again)).toBe(2);
});

it('reach the others as before, where its entry of before was removed', async () => {
  expect(await storedOf([again], (key) => key, before, again)).toBe(2);
});

it('are nobody else’s to tell while one of the person is in the team', async () => {
  expect(await storedOf([before, again, eve], (key) => key, eve, again)).toBe(0);
  expect(await storedOf([again, eve], samePerson, eve)).toBe(0);
});

it('count for when its URL was reached', () => {
  const desk = openDesk({ members: () => inTeam(again), isThere: () => false });
  for (const one of [before, again]) shareBy(desk, one);
  desk.sqlite.transaction(() =>
    desk.deliveries.takeOther(
      entry('coverage', 1, again.publicKey),
      coverageBytes([{ address: url, from: 1_000, to: 2_000 }]),
    ),
  );
  expect(desk.side.team()?.coverage({ from: 0, to: 3_000 }, [url])).toMatchObject([
    { address: url, from: 1_000, to: 2_000 },
  ]);
});

it('are told by the computer itself, once its word counts, and by no other that knows the path', async () => {
  let members = inTeam(before, again);
  const deliveries = [{ ...relayed('event_1'), verdict: 'genuine' } as const];
  const open = (isCreatedHere: boolean) => {
    const desk = openDesk({
      signing: again,
      members: () => members,
      shareable: [{ ...own, isCreatedHere }],
      sideParts: {
        received: (after) => {
          const isTold = after('inbox', 1) === 1;
          return { inbox: 'inbox', upTo: 1, isMore: false, deliveries: isTold ? [] : deliveries };
        },
      },
    });
    shareBy(desk, before);
    return desk;
  };
  const itself = open(true);
  const other = open(false);
  await expect.poll(() => [itself, other].map(({ taken }) => taken.length)).toEqual([1, 1]);
  expect(itself.side.team()?.receiverOf(slotPath)).not.toBeNull();
  members = inTeam(again);
  for (const { deliveries: of } of [itself, other]) of.membershipChanged();
  await expect.poll(() => itself.said.map(({ kind }) => kind)).toEqual(['webhook', 'deliveries']);
  expect(itself.side.team()?.receiverOf(slotPath)).toBeNull();
  expect(other.said).toEqual([]);
});
