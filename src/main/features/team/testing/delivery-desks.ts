/** For tests: desks of a team that take deliveries into one inbox, without an exchange. */
import { expect } from 'vitest';
import { sign } from '../../../../contract/signature.ts';
import { type Clock, isoNow, systemClock } from '../../../../platform/clock.ts';
import { migrate } from '../../../../platform/migrations.ts';
import { systemRandom } from '../../../../platform/random.ts';
import { openMemorySqlite, type Sqlite } from '../../../../platform/sqlite.ts';
import { packDeliveries } from '../../../../team-log/deliveries.ts';
import type { EntryKind, SignedEntry, TeamSigning } from '../../../../team-log/entry.ts';
import type { MemberRole } from '../../../../team-log/membership-payload.ts';
import { createSigner } from '../../../../team-log/testing/team.ts';
import { defaultBounds } from '../../webhooks/inbox/bounds.ts';
import type { SharedWebhook, Webhooks } from '../../webhooks/register/types.ts';
import type { SecretsOfPath } from '../../webhooks/signature-checks/types.ts';
import { createTeamSide } from '../../webhooks/team-side.ts';
import {
  bytesOf,
  eventBody,
  openTestInbox,
  ownSecret,
  profileId,
  receivedAt,
  secrets,
  slotPath,
} from '../../webhooks/testing/deliveries.ts';
import { teamDeliveriesMigrations } from '../deliveries/migrations.ts';
import type { TeamMember } from '../deliveries/sharing.ts';
import {
  openTeamDeliveries,
  type SharedKind,
  type TeamDeliveries,
} from '../deliveries/team-deliveries.ts';
import { teamForwardingMigrations } from '../forwards/team-forwarding.ts';
import { quietSide, quietTeam } from './quiet-parts.ts';

export const team = 'a'.repeat(64);
export const stream = 'b'.repeat(32);
export const relay = createSigner();
export const relayKey = relay.publicKey;

/** The inbox that all desks of a test store in, and the secrets that they hold. */
export const shared = {} as {
  inbox: Awaited<ReturnType<typeof openTestInbox>>;
  known: SecretsOfPath;
};
const open: Desk[] = [];

export interface Desk {
  readonly deliveries: TeamDeliveries;
  readonly sqlite: Sqlite;
  readonly said: { kind: SharedKind; content: Uint8Array }[];
  readonly taken: SharedWebhook[];
  readonly side: ReturnType<typeof createTeamSide>;
}

export const memberOf = (
  of: TeamSigning,
  role: MemberRole,
  url: string | null = null,
): TeamMember => ({ signing: of.publicKey, sealing: of.sealingKey, role, url });

export interface DeskOptions {
  readonly signing?: TeamSigning;
  readonly members?: () => readonly TeamMember[];
  readonly shareable?: ReturnType<Webhooks['shareable']>;
  readonly sqlite?: Sqlite;
  readonly sideParts?: Partial<typeof quietSide>;
  readonly isThere?: (member: string) => boolean;
  readonly personOf?: (key: string) => string;
  readonly clock?: Clock;
}

export function openDesk(options: DeskOptions = {}): Desk {
  const { signing = createSigner(), shareable = [] } = options;
  const members = options.members ?? (() => [memberOf(signing, 'operator')]);
  const sqlite = options.sqlite ?? openMemorySqlite(null);
  if (options.sqlite === undefined)
    migrate(sqlite, [...teamDeliveriesMigrations, ...teamForwardingMigrations]);
  const said: Desk['said'] = [];
  const taken: SharedWebhook[] = [];
  const side = createTeamSide({
    inbox: shared.inbox.inbox,
    profileId,
    secrets: { secretsOf: () => shared.known },
    tunnelManager: {
      relayRoutes: () => ({ list: () => [], prove: () => Promise.reject(new Error()), close() {} }),
    },
    tellRoutes: () => undefined,
    ...quietSide,
    ...options.sideParts,
  });
  const webhooks = {
    shareable: () => shareable,
    takeShared: (webhook: SharedWebhook) => {
      taken.push(webhook);
      return Promise.resolve();
    },
    watched: () => [],
  } as unknown as Webhooks;
  const deliveries = openTeamDeliveries({
    sqlite,
    team,
    stream,
    signing,
    members,
    random: systemRandom,
    side: side.side(webhooks),
    ...quietTeam,
    clock: options.clock ?? quietTeam.clock,
    isRelay: (key) => key === relayKey,
    urlOf: (key) => (key === relayKey ? 'https://hooks.example.com' : null),
    isThere: options.isThere ?? quietTeam.isThere,
    personOf: options.personOf ?? quietTeam.personOf,
    say: (kind, content) => {
      said.push({ kind, content });
      return Promise.resolve();
    },
    log: { error: () => undefined, warn: () => undefined },
  });
  const desk = { deliveries, sqlite, said, taken, side };
  open.push(desk);
  return desk;
}

export const entry = (kind: EntryKind, sequence: number, author = relayKey): SignedEntry =>
  ({ kind, sequence, author, stream, team, at: isoNow(systemClock) }) as SignedEntry;

export const relayed = (id: string, path = slotPath, signedWith = ownSecret.secret) => {
  const body = bytesOf(eventBody(id));
  return { path, receivedAt, rawHeaders: ['Signature', sign(body, signedWith)], body };
};
export const bring = (desk: Desk, sequence: number, ...all: ReturnType<typeof relayed>[]) =>
  desk.sqlite.transaction(() =>
    desk.deliveries.takeOther(entry('deliveries', sequence), packDeliveries(all)),
  );
export const queued = (desk: Desk) => desk.sqlite.all('SELECT number FROM team_relayed').length;
export const settled = (desk: Desk): Promise<void> => expect.poll(() => queued(desk)).toBe(0);
export const stored = (path = slotPath) =>
  shared.inbox.inbox.deliveries({ profileId, slotPath: path, limit: 100 });

/** Before each test. */
export async function openDesks(): Promise<void> {
  shared.known = secrets;
  const held = { ...defaultBounds.held, slotDeliveries: 2 };
  const quarantined = { ...defaultBounds.quarantined, slotDeliveries: 3 };
  shared.inbox = await openTestInbox({ ...defaultBounds, held, quarantined });
}
/** After each test. */
export async function closeDesks(): Promise<void> {
  for (const { deliveries, side, sqlite } of open.splice(0)) {
    await deliveries.close();
    side.close();
    sqlite.close();
  }
  await shared.inbox.remove();
}
