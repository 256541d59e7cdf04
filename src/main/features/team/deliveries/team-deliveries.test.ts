/** Deliveries of relays on their way into a desk's inbox, and webhooks shared among desks. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DeliveriesUnreadable, packDeliveries } from '../../../../team-log/deliveries.ts';
import { hashOfPath, openSecret, readPaths } from '../../../../team-log/paths.ts';
import { createSigner } from '../../../../team-log/testing/team.ts';
import {
  otherPath,
  ownSecret,
  profileId,
  receivedAt,
  secrets,
  slotPath,
} from '../../webhooks/testing/deliveries.ts';
import {
  bring,
  closeDesks,
  entry,
  memberOf,
  openDesk,
  openDesks,
  queued,
  relay,
  relayed,
  settled,
  shared,
  stored,
  stream,
  team,
} from '../testing/delivery-desks.ts';
import type { TeamMember } from './sharing.ts';

beforeEach(openDesks);
afterEach(closeDesks);

describe('what a relay took', () => {
  it('is stored as if it had come here, judged here, each once', async () => {
    const desk = openDesk();
    bring(desk, 1, relayed('event_1'), relayed('event_2', otherPath, 'secret_2'));
    const again = { ...relayed('event_1'), receivedAt: receivedAt + 1 };
    bring(desk, 2, again, relayed('event_3', slotPath, 'another'));
    await settled(desk);
    const verdicts = stored().map(({ keeping, verdict, repeats }) => [
      keeping,
      verdict.kind,
      repeats,
    ]);
    expect(verdicts).toEqual([
      ['quarantined', 'wrong', 0],
      ['kept', 'genuine', 1],
    ]);
    expect(stored(otherPath).map(({ receivedAt: at }) => at)).toEqual([receivedAt]);
    const content = shared.inbox.inbox.content(
      stored()[1]?.arrival ?? 0,
      shared.inbox.keys.privateKey,
    );
    expect(Buffer.from(content?.body ?? []).toString()).toContain('event_1');

    // As after a crash between the two databases.
    bring(desk, 2, again, relayed('event_3', slotPath, 'another'));
    await settled(desk);
    expect(stored()).toHaveLength(2);
    expect(stored()[1]?.repeats).toBe(1);
  });

  it('is bounded where it is forged: held as far as there is room, then in the quarantine', async () => {
    const desk = openDesk();
    for (let at = 1; at <= 7; at += 1) bring(desk, at, relayed(`event_${at}`, slotPath, 'another'));
    await settled(desk);
    expect(shared.inbox.inbox.counts(slotPath)).toMatchObject({
      held: 2,
      quarantined: 3,
      droppedFromQuarantine: 2,
    });
  });

  it('waits in its order for a secret where it can’t be held, and stops no other path', async () => {
    shared.known = 'unknown-yet';
    const desk = openDesk();
    for (let at = 1; at <= 4; at += 1) bring(desk, at, relayed(`event_${at}`));
    bring(desk, 5, relayed('event_other', otherPath, 'secret_2'));
    await expect
      .poll(() => [queued(desk), stored().length, stored(otherPath).length])
      .toEqual([2, 2, 1]);
    shared.known = secrets;
    desk.side.tell();
    await settled(desk);
    expect(stored()).toHaveLength(4);
  });

  it('waits for a path that is not known yet', async () => {
    const path = 'cd'.repeat(16);
    const desk = openDesk();
    bring(desk, 1, relayed('event_1', path));
    bring(desk, 2, relayed('event_2'));
    await expect.poll(() => stored().length).toBe(1);
    const facts = { profileId, intentKey: null, webhookId: null, reservedAt: '' };
    await shared.inbox.inbox.reserve({ path, ...facts });
    desk.side.tell();
    await settled(desk);
    expect(stored(path)).toHaveLength(1);
  });

  it('is undone with the transaction that takes its entry', async () => {
    const desk = openDesk();
    expect(() =>
      desk.sqlite.transaction(() => {
        desk.deliveries.takeOther(entry('deliveries', 1), packDeliveries([relayed('event_1')]));
        throw new Error('undone');
      }),
    ).toThrow('undone');
    bring(desk, 1, relayed('event_2'));
    await settled(desk);
    expect(stored()).toHaveLength(1);
  });

  it('is left out where its time is none, and the others of its entry are stored', async () => {
    const desk = openDesk();
    bring(desk, 1, { ...relayed('event_1'), receivedAt: -5 }, relayed('event_2'));
    await settled(desk);
    expect(stored()).toHaveLength(1);
  });

  it('is refused where it has another form', () => {
    const operator = openDesk();
    for (const content of ['', 'x\n', '{"version":1,"deliveries":[{}]}\n']) {
      expect(() =>
        operator.deliveries.takeOther(entry('deliveries', 1), Buffer.from(content)),
      ).toThrow(DeliveriesUnreadable);
    }
    const longer = Buffer.concat([packDeliveries([relayed('event_1')]), Buffer.of(1)]);
    expect(() => operator.deliveries.takeOther(entry('deliveries', 1), longer)).toThrow(
      DeliveriesUnreadable,
    );
  });
});

describe('a webhook at the relay’s URL', () => {
  const one = createSigner();
  const other = createSigner();
  const approver = createSigner();
  const url = `https://hooks.example.com/hooks/${slotPath}`;
  const webhook1 = {
    path: slotPath,
    webhookId: 'webhook_1',
    url,
    secret: ownSecret.secret,
    isAtOrigin: true,
    isCreatedHere: true,
  };
  const place = { team, stream, path: hashOfPath(slotPath) };
  let members: TeamMember[];
  beforeEach(() => {
    members = [
      memberOf(one, 'operator'),
      memberOf(other, 'owner'),
      memberOf(approver, 'approver'),
      memberOf(relay, 'relay', 'https://hooks.example.com'),
    ];
  });

  it('is shared with desks and relays, its secret with who judges', async () => {
    const desk = openDesk({ signing: one, members: () => members, shareable: [webhook1] });
    desk.deliveries.membershipChanged();
    await expect.poll(() => desk.said.map(({ kind }) => kind)).toEqual(['webhook', 'paths']);
    const [webhook, paths] = desk.said;
    const named = readPaths(paths?.content ?? Buffer.of());
    expect(named?.paths.map(({ path }) => path)).toEqual([place.path]);
    const ofRelay = openSecret(named?.paths[0]?.secrets ?? [], place, relay);
    expect(ofRelay).toEqual({ webhookId: 'webhook_1', secret: ownSecret.secret });
    expect(Buffer.from(paths?.content ?? []).toString()).not.toContain(slotPath);

    // Another desk takes it; who only approves can't open it.
    const { secrets: sealed } = JSON.parse(Buffer.from(webhook?.content ?? []).toString());
    expect(openSecret(sealed, place, approver)).toBeNull();
    const second = openDesk({ signing: other, members: () => members, shareable: [webhook1] });
    second.sqlite.transaction(() =>
      second.deliveries.takeOther(
        entry('webhook', 1, one.publicKey),
        webhook?.content ?? Buffer.of(),
      ),
    );
    const taken = { path: slotPath, webhookId: 'webhook_1', secret: ownSecret.secret };
    await expect.poll(() => second.taken).toEqual([taken]);
    // The first desk shares it, so this one does not.
    second.deliveries.membershipChanged();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(second.said).toEqual([]);
  });

  it('is named to relays again where a person entered another secret', async () => {
    const shareable = [webhook1];
    const desk = openDesk({ signing: one, members: () => members, shareable });
    desk.deliveries.membershipChanged();
    await expect.poll(() => desk.said.length).toBe(2);
    shareable[0] = { ...webhook1, secret: 'secret_another' };
    desk.side.tell();
    await expect
      .poll(() => desk.said.map(({ kind }) => kind))
      .toEqual(['webhook', 'paths', 'paths']);
    const named = readPaths(desk.said[2]?.content ?? Buffer.of());
    expect(openSecret(named?.paths[0]?.secrets ?? [], place, relay)?.secret).toBe('secret_another');
    desk.side.tell();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(desk.said).toHaveLength(3);
  });

  it('is shared again with who comes, and by another desk when its own is gone', async () => {
    const desk = openDesk({ signing: one, members: () => members, shareable: [webhook1] });
    desk.deliveries.membershipChanged();
    await expect.poll(() => desk.said.length).toBe(2);
    const next = createSigner();
    members = [...members, memberOf(next, 'relay', 'https://hooks.example.com')];
    desk.deliveries.membershipChanged();
    await expect
      .poll(() => desk.said.map(({ kind }) => kind))
      .toEqual(['webhook', 'paths', 'paths']);
    const named = readPaths(desk.said[2]?.content ?? Buffer.of());
    expect(openSecret(named?.paths[0]?.secrets ?? [], place, next)?.secret).toBe(ownSecret.secret);

    const second = openDesk({ signing: other, members: () => members, shareable: [webhook1] });
    second.sqlite.transaction(() =>
      second.deliveries.takeOther(
        entry('webhook', 1, one.publicKey),
        desk.said[0]?.content ?? Buffer.of(),
      ),
    );
    await expect.poll(() => second.taken.length).toBe(1);
    members = members.filter(({ signing }) => signing !== one.publicKey);
    second.deliveries.membershipChanged();
    await expect.poll(() => second.said.map(({ kind }) => kind)).toEqual(['paths']);
  });
});
