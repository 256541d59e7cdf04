/** For tests: a computer of a team that claims, over a log in memory. */
import { systemRandom } from '../../../../platform/random.ts';
import { createClaimName } from '../../../../team-log/claim.ts';
import type { SignedEntry } from '../../../../team-log/entry.ts';
import type { TeamLog } from '../../../../team-log/team-log.ts';
import type { SigningKey } from '../../../core/audit/signing.ts';
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

export const stream = 'ab'.repeat(16);

export function openClaimant(
  { sqlite, own }: Pick<TestDesk, 'sqlite' | 'own'>,
  given: Pick<ExchangeParts, 'signing'> & {
    readonly signing: SigningKey;
    readonly log: TeamLog;
    readonly team: string;
    readonly intents?: Pick<Intents, 'get'>;
    /** Each is, where it is not said. */
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
