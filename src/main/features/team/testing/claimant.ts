/** For tests: a computer of a team that claims, over a log in memory. */
import { randomBytes } from 'node:crypto';
import { systemRandom } from '../../../../platform/random.ts';
import { type Chain, createChain } from '../../../../team-log/chain.ts';
import { createClaimName } from '../../../../team-log/claim.ts';
import type { SignedEntry } from '../../../../team-log/entry.ts';
import type { MemberRole } from '../../../../team-log/membership-payload.ts';
import type { TeamLog } from '../../../../team-log/team-log.ts';
import { type SigningKey, signingKeyOf } from '../../../core/audit/signing.ts';
import type { Intents } from '../../../core/intents/types.ts';
import type { TestDesk } from '../../handover/testing/desks.ts';
import type { RecordAct } from '../acknowledgement.ts';
import { openClaimsTable } from '../claims/claims-table.ts';
import { createColleagueClaims } from '../claims/colleague-claims.ts';
import type { OutcomeSources } from '../claims/outcome-beside.ts';
import { createTeamClaims } from '../claims/team-claims.ts';
import { createExchange, type ExchangeParts } from '../exchange.ts';
import { createPublishing } from '../publishing.ts';
import { openTeamState } from '../team-state.ts';
import { logOn, teamOfAll } from './memory-log.ts';

export const stream = 'ab'.repeat(16);

/** Chain of a member who wrote nothing yet, and whose computer is not here. */
export const chainFrom = (signing: SigningKey, team: string): Chain =>
  createChain({ signing, team, stream, head: null, random: systemRandom });

export function openClaimant(
  { sqlite, own }: Pick<TestDesk, 'sqlite' | 'own'>,
  given: Pick<ExchangeParts, 'signing'> & {
    readonly signing: SigningKey;
    readonly log: TeamLog;
    readonly team: string;
    readonly intents?: Pick<Intents, 'get'>;
    /** Default: every intent is signed. */
    readonly isSignedBy?: OutcomeSources['isSignedBy'];
    readonly sinceSeen?: (author: string) => number | null;
    readonly hear?: () => Promise<void>;
    readonly allowsWithoutDatabase?: () => boolean;
    readonly limitOf?: (operation: string) => number | null;
    readonly record?: RecordAct;
  } & Partial<ExchangeParts>,
) {
  const { signing, log, team } = given;
  const state = openTeamState(sqlite);
  if (state.get() === null) {
    const begun = { team, stream, url: '', ca: null, author: signing.publicKey, invitation: null };
    sqlite.transaction(() => state.begin(begun, '2026-11-26T10:00:00.000Z'));
  }
  const row = state.get();
  if (row === null) throw new Error('It is in no team.');
  const table = openClaimsTable(
    sqlite,
    () => [],
    createClaimName(() => exchange.epochs.secretOf(1)),
    (problem) => state.tell(problem, '2026-11-26T10:00:00.000Z'),
  );
  const clock = given.clock ?? { now: () => performance.timeOrigin + performance.now() };
  const nothing = () => undefined;
  const exchange = createExchange({
    sqlite,
    state,
    row,
    own,
    random: systemRandom,
    known: () => [],
    reduce: () => (entry) => entry,
    isShared: () => true,
    clock,
    report: { warn: nothing, error: nothing },
    takeOther: (entry: SignedEntry, content: Uint8Array) => table.take(entry, content),
    publishing: createPublishing({
      sqlite,
      state,
      own,
      known: () => [],
      start: () => ({ computer: own, person: null, computers: {} }),
    }),
    onTaken: nothing,
    onMembers: nothing,
    onJoined: nothing,
    onLost: nothing,
    onChange: nothing,
    ...given,
  });
  const claiming = {
    table,
    log,
    exchange,
    team,
    own: signing.publicKey,
    stream,
    clock,
    intents: given.intents ?? { get: () => null },
    person: () => null,
    isSignedBy: given.isSignedBy ?? (() => true),
    nameOf: (author: string) => author,
    allowsWithoutDatabase: given.allowsWithoutDatabase ?? (() => false),
    limitOf: given.limitOf ?? (() => null),
    record: given.record ?? nothing,
  };
  const claims = createTeamClaims({ ...claiming, environment: 'production' });
  const colleagues = createColleagueClaims({
    ...claiming,
    seenAt: () => null,
    records: { customerNames: () => new Map() },
    sinceSeen: given.sinceSeen ?? (() => null),
    hear: given.hear ?? (() => Promise.resolve()),
  });
  return { state, exchange, claims, colleagues };
}

export type Claimant = ReturnType<typeof openClaimant>;

/** Computers of one team, each over its own desk; the first is its owner's. */
export async function openClaimants(
  desks: readonly Pick<TestDesk, 'sqlite' | 'own'>[],
  {
    role = 'operator',
    others = [],
    change = (log) => log,
    opened = [],
    ...given
  }: Omit<Partial<Parameters<typeof openClaimant>[1]>, 'signing' | 'team' | 'log'> & {
    readonly role?: MemberRole;
    /** Members whose computers are not here. */
    readonly others?: readonly SigningKey[];
    readonly change?: (log: TeamLog) => TeamLog;
    /** Takes each as soon as it is open, to be closed also where something fails. */
    readonly opened?: Claimant[];
  } = {},
) {
  const keys = desks.map(() => signingKeyOf(randomBytes(32)));
  const { team, stored } = teamOfAll([...keys, ...others], role);
  const all = desks.map((desk, index) => {
    const signing = keys[index] as SigningKey;
    const log = change(logOn(stored, null));
    const claimant = openClaimant(desk, { ...given, signing, team, log });
    opened.push(claimant);
    return claimant;
  });
  for (const { exchange } of all) await exchange.now();
  return { team, stored, keys, all };
}
