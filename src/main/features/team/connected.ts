/** A profile that is connected with its team: the exchange, and what is heard beside it from time to time. */
import type { Environment } from '../../../bridge/profiles.ts';
import { type Clock, createPeriod, isoNow } from '../../../platform/clock.ts';
import { createKeyedTurns } from '../../../platform/turns.ts';
import { createClaimName } from '../../../team-log/claim.ts';
import type { SignedEntry } from '../../../team-log/entry.ts';
import { isClaimKind } from '../../../team-log/kinds.ts';
import {
  currentEpoch,
  type Membership,
  personOf,
  readersOf,
} from '../../../team-log/membership.ts';
import { readMembershipPayload } from '../../../team-log/membership-payload.ts';
import { paceOf } from '../../../team-log/pace.ts';
import { createPresences, presenceNote } from '../../../team-log/presence.ts';
import type { TeamLog } from '../../../team-log/team-log.ts';
import type { Anchor } from '../../core/audit/anchor.ts';
import type { SigningKey } from '../../core/audit/signing.ts';
import type { ClaimsPlace } from '../../core/intents/claims.ts';
import type { Intents } from '../../core/intents/types.ts';
import type { Records } from '../../core/records/types.ts';
import { type Card, fingerprintOfCard } from '../handover/card.ts';
import { type RecordAct, takeAcknowledgement } from './acknowledgement.ts';
import { createAuditHeads } from './audit-heads.ts';
import { openClaimsTable } from './claims/claims-table.ts';
import { createColleagueClaims } from './claims/colleague-claims.ts';
import { createSignerCheck } from './claims/outcome-beside.ts';
import { refusingClaims } from './claims/refusing.ts';
import { createTeamClaims, type TeamClaims, type TeamClaimsParts } from './claims/team-claims.ts';
import { createExchange, type ExchangeParts } from './exchange.ts';
import { openRequest } from './invitation.ts';
import { createMemberNames, shownName } from './member-name.ts';
import { takeToken } from './shared-token.ts';
import type { TeamSecrets } from './team-secrets.ts';

/** How often it is looked whether something is due, in milliseconds: a request that an invitation waits for, and presence. */
const TICK_MS = 2_000;

export interface JoinCard {
  /** ID of the invitation. */
  readonly id: string;
  readonly card: Card;
  readonly at: string;
}

export interface ConnectedParts extends Omit<ExchangeParts, 'signing'> {
  readonly signing: SigningKey;
  readonly secrets: () => TeamSecrets;
  readonly release: string;
  readonly person: () => string | null;
  readonly environment: Environment;
  readonly intents: Pick<Intents, 'get'>;
  readonly records: Pick<Records, 'customerNames'>;
  readonly anchor: Pick<Anchor, 'head' | 'alarm'>;
  /** Into the audit log of the profile. */
  readonly record: RecordAct;
  /** Owners let requests be sent while the database does not answer. */
  readonly allowsWithoutDatabase: () => boolean;
  readonly limitOf: TeamClaimsParts['limitOf'];
  /** Where claims are asked for. */
  readonly places: Pick<ClaimsPlace, 'use'>;
}

export type Connected = ReturnType<typeof connect>;

export function connect(given: ConnectedParts) {
  const { log, signing, clock, random, secrets, row, places } = given;
  const nameOfClaim = createClaimName(() => exchange.epochs.secretOf(1));
  const { sqlite, state, anchor, record } = given;
  const table = openClaimsTable(sqlite, given.known, nameOfClaim, (problem) =>
    state.tell(problem, isoNow(clock)),
  );
  const auditHeads = createAuditHeads({ sqlite, state, anchor, clock, own: signing.publicKey });
  const personOfKey = (key: string): string => personOf(exchange.membership(), key);
  const parts: ConnectedParts = {
    ...given,
    onMembership: (entry, membership) =>
      recordMembership(record, entry, membership, signing.publicKey),
    takeOther(entry, content) {
      const { kind } = entry;
      if (isClaimKind(kind)) table.take(entry, content);
      else if (kind === 'audit') auditHeads.take(entry, content);
      else if (kind === 'token') takeToken(sqlite, entry, content);
      else if (kind === 'acknowledgement')
        takeAcknowledgement(state, record, entry, content, personOfKey);
      else given.takeOther?.(entry, content);
    },
    onChange() {
      if (exchange.status().state === 'on') claims.tidy();
      given.onChange();
    },
  };
  const exchange = createExchange(parts);
  let isClosed = false;
  const nameOf = createMemberNames(exchange);
  const claiming = {
    ...given,
    table,
    exchange,
    team: row.team,
    stream: row.stream,
    own: signing.publicKey,
    nameOf: (author: string) => shownName(nameOf, author),
    isSignedBy: createSignerCheck(table, exchange.membership, signing.publicKey),
    // What this computer left by itself does not answer either.
    allowsWithoutDatabase: () => !isClosed && given.allowsWithoutDatabase(),
  };
  const ofTeam = createTeamClaims(claiming);
  const inTurn = createKeyedTurns();
  const claims: TeamClaims = {
    ...ofTeam,
    // Two presses of one form: what one of them gives back, the other would be sent under.
    take(requests, confirmed) {
      const keys = requests.map(({ key }) => key);
      return inTurn(keys, () => ofTeam.take(requests, confirmed));
    },
  };
  places.use(claims);
  let requests: readonly JoinCard[] = [];
  const presences = createPresences(exchange.epochs);
  /** Time of the database as it was read last; ISO 8601 UTC. */
  let databaseNow = '';
  const saidHere = createPeriod(clock);
  const pace = () => paceOf(readersOf(exchange.membership()).length);
  const lag = createLag(clock, () => 2 * pace().saidMs);
  lag.note(exchange.has());
  let heardAt = 0;
  let before = '';
  let isHearing: Promise<void> | null = null;

  /** Those that an invitation of this computer opens, and nobody took up. */
  async function hearRequests(of: Pick<TeamLog, 'requests'>): Promise<void> {
    const now = isoNow(clock);
    const { invitations } = exchange.membership();
    const made = secrets().invitations.filter(
      ({ id, until }) => until > now && !invitations.has(id),
    );
    if (made.length === 0) {
      requests = [];
      return;
    }
    const sent = await of.requests.list(made.map(({ id }) => id));
    requests = sent.flatMap(({ invitation, request, at }) => {
      const known = made.find(({ id }) => id === invitation);
      const card = known === undefined ? null : openRequest({ team: row.team, ...known }, request);
      return card === null ? [] : [{ id: invitation, card, at }];
    });
  }

  /** What was said since, and shortly before: saying takes as long as a statement may. */
  async function hearPresence(): Promise<void> {
    const now = clock.now();
    const heard = await log.presence.list(
      heardAt === 0 || heardAt > now ? null : Math.ceil(now - heardAt) + 20_000,
    );
    heardAt = now;
    databaseNow = heard.now;
    presences.hear(heard.notes);
  }

  /** Milliseconds, both ends by the database's clock; null where that is not known. */
  function sinceSeen(author: string): number | null {
    const at = presences.seenAt(author);
    return at === null ? null : Date.parse(databaseNow) - Date.parse(at);
  }

  async function hear(): Promise<void> {
    if (exchange.status().state !== 'on') return;
    const membership = exchange.membership();
    lag.note(exchange.has());
    await hearRequests(log);
    const maySay = membership.fork === null;
    if (maySay && auditHeads.due() !== null) {
      await exchange.say(row.stream, () => {
        const content = auditHeads.due();
        return content === null ? null : { kind: 'audit', content };
      });
    }
    const epoch = currentEpoch(membership);
    if (maySay && epoch !== null && saidHere.isDue(pace().saidMs)) {
      saidHere.begin();
      const said = { person: parts.person(), release: parts.release, has: exchange.has() };
      await log.presence.say((login) => presenceNote(signing, { epoch, login }, said, random));
    }
    const passed = clock.now() - heardAt;
    // The clock may have been set back.
    if (passed < 0 || passed >= pace().heardMs) await hearPresence();
    const heard = JSON.stringify([requests, presences.all()]);
    if (heard === before) return;
    before = heard;
    parts.onChange();
  }

  const hearNow = (): Promise<void> => {
    isHearing ??= hear()
      .catch(() => undefined)
      .finally(() => {
        isHearing = null;
      });
    return isHearing;
  };
  const timer = setInterval(() => void hearNow(), TICK_MS);
  timer.unref();

  return {
    ...exchange,
    nameOf,
    ownKeys: { signing: signing.publicKey, sealing: signing.sealingKey },
    hearNow,
    colleagues: createColleagueClaims({
      ...claiming,
      seenAt: (author) => presences.of(author)?.at ?? null,
      sinceSeen,
      hear: hearPresence,
    }),
    sinceSeen,
    sentTwice: table.sentTwice,
    resolveBlocked: claims.resolveBlocked,
    /** Whether requests are sent without asking the team, now. */
    sendsWithout: () => exchange.status().state === 'away' && given.allowsWithoutDatabase(),
    requests: () => requests,
    presenceOf: presences.of,
    loginOf: presences.loginOf,
    behind: lag.behind,
    async close() {
      // A form’s write may be under way.
      places.use(refusingClaims('closed'));
      isClosed = true;
      clearInterval(timer);
      await exchange.close();
      await isHearing;
    },
  };
}

/**
 * What of the team's members every computer writes into its own audit log, in the transaction that takes the entry.
 * Nobody at this computer is named for what was done elsewhere, or by the recovery key (core/audit/audit.ts).
 */
export function recordMembership(
  record: RecordAct,
  { bytes, author, at }: SignedEntry,
  { recoveries, resolved, members }: Membership,
  own: string,
): void {
  const payload = readMembershipPayload(bytes);
  const member = members.get(author);
  const signer = member === undefined ? 'recovery key' : fingerprintOfCard(member);
  const said = (action: string, facts: Record<string, string>) =>
    author === own
      ? record(action, { ...facts, at })
      : record(`${action}-elsewhere`, { ...facts, signer, at });
  if (payload?.what === 'recovery') said('recovery-key-set', {});
  if (payload?.what === 'added' && recoveries.has(author))
    record('recovered', { member: fingerprintOfCard(payload.member), at });
  if (payload?.what !== 'settled') return;
  const left = resolved.find(({ fork }) => fork === payload.fork)?.left ?? [];
  const places = left.map((entry) => `${entry.author.slice(0, 16)} ${entry.sequence}`);
  said('fork-resolved', { fork: payload.fork, left: places.join(', ') });
}

/**
 * How many entries another computer lacks, by what it said last. It says so now and then: what came here since
 * can't be in it yet, and counts once the computer has had the time to read it and to say so.
 */
interface Lag {
  /** So many entries are here. */
  note(has: number): void;
  behind(has: number): number;
}

/** @param restMs how long what came is not missed */
function createLag(clock: Clock, restMs: () => number): Lag {
  /** By time; of those from before the rest the last alone. */
  let noted: { readonly at: number; readonly has: number }[] = [];
  return {
    note(has) {
      const now = clock.now();
      // The clock may have been set back.
      noted = [...noted.filter(({ at }) => at <= now), { at: now, has }];
      const first = noted.findLastIndex(({ at }) => at <= now - restMs());
      if (first > 0) noted = noted.slice(first);
    },
    behind: (has) => Math.max(0, (noted[0]?.has ?? 0) - has),
  };
}
