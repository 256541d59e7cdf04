/**
 * Claims of colleagues' computers with no outcome, for people: such a computer may be gone for good. An owner or
 * operator states what they found out at the service; a request alike then asks once more and names that. Nothing
 * is sent by itself, here or there.
 */
import type { ColleagueRequest } from '../../../../bridge/team.ts';
import { spelledEvm } from '../../../../contract/addresses/evm.ts';
import { type Clock, isoTime } from '../../../../platform/clock.ts';
import { nextTurn } from '../../../../platform/slices.ts';
import { maxStated, type StatementContent } from '../../../../team-log/claim.ts';
import { intactHash } from '../../../../team-log/entry.ts';
import type { TeamLog } from '../../../../team-log/team-log.ts';
import { partsOfFingerprint } from '../../../core/creates/fingerprints.ts';
import type { Records } from '../../../core/records/types.ts';
import type { Exchange } from '../exchange.ts';
import { invalid } from '../team-failures.ts';
import {
  type ClaimStatement,
  type ClaimsTable,
  type ListedClaim,
  readClaim,
} from './claims-table.ts';
import { isDifferent, type OutcomeSources, outcomeOf } from './outcome-beside.ts';

export interface ColleagueClaimsParts extends OutcomeSources {
  readonly table: ClaimsTable;
  readonly log: Pick<TeamLog, 'readAuthor'>;
  readonly exchange: Pick<Exchange, 'membership' | 'epochs' | 'now' | 'sayOrStore'>;
  readonly records: Pick<Records, 'customerNames'>;
  readonly own: string;
  /** ID of the profile’s stream. */
  readonly stream: string;
  readonly clock: Clock;
  readonly person: () => string | null;
  readonly nameOf: (author: string) => string;
  /** When the author was last seen, ISO 8601 UTC; null for never. */
  readonly seenAt: (author: string) => string | null;
  /** Milliseconds by the database's clock, as it was heard last; null where that is not known. */
  readonly sinceSeen: (author: string) => number | null;
  /** Asks who was seen. Rejects while the database does not answer. */
  readonly hear: () => Promise<void>;
}

/** What a person states of some of them. */
export type Statement = Pick<StatementContent, 'verdict' | 'resourceId' | 'reason' | 'checked'>;

export interface Settled {
  readonly settled: readonly ListedClaim[];
  /** False: the statement is stored, and goes when the database answers again. */
  readonly isSent: boolean;
}

/** A computer that was seen since, or a claim that is younger, may still be sending. */
export const QUIET_MS = 10 * 60_000;
const MOST = 200;
/** Claims with a statement that are looked through. */
const MOST_SETTLED = 2_000;
/** Read in one go for what they are about. */
const batch = { entries: 300, bytes: 2 * 1024 * 1024 };

export function createColleagueClaims(parts: ColleagueClaimsParts) {
  const { table, log, exchange, own, stream, clock, nameOf } = parts;

  const isGone = (author: string): boolean => {
    const role = exchange.membership().members.get(author)?.role ?? null;
    // Where it is not known the computer may be sending.
    return role === null || (parts.sinceSeen(author) ?? 0) > QUIET_MS;
  };

  /** What the claims are about. Rejects while the database does not answer. */
  async function aboutOf(claims: readonly ListedClaim[]): Promise<ReadonlyMap<string, string>> {
    const about = new Map<string, string>();
    const read = new Map<string, number>();
    const inOrder = claims.toSorted((one, other) => one.sequence - other.sequence);
    for (const { author, sequence } of inOrder) {
      // Those of a run follow one another.
      if (sequence <= (read.get(author) ?? 0)) continue;
      const entries = await log.readAuthor(stream, author, sequence - 1, batch);
      for (const entry of entries.filter(({ kind }) => kind === 'claim')) {
        const claim = readClaim(exchange.epochs.open(entry));
        about.set(intactHash(entry) ?? '', claimedWords(claim, parts.records));
      }
      read.set(author, entries.at(-1)?.sequence ?? sequence);
    }
    return about;
  }

  function viewOf(
    claim: ListedClaim,
    settlements: readonly ClaimStatement[],
    about: string | null,
  ): ColleagueRequest {
    const { hash, author, operation, person, at } = claim;
    const outcome = outcomeOf(claim, parts);
    return {
      claim: hash,
      operation,
      about,
      person,
      at,
      outcome,
      computer: nameOf(author),
      seenAt: parts.seenAt(author),
      isGone: isGone(author),
      statements: settlements.map(
        ({ author: by, verdict, resourceId, reason, checked, ...one }) => ({
          verdict,
          resourceId,
          reason,
          checked,
          at: one.at,
          person: one.person,
          computer: nameOf(by),
        }),
      ),
      isDifferent: isDifferent(settlements, outcome),
    };
  }

  const before = (): string => isoTime(clock.now() - QUIET_MS);

  async function closeEnded(): Promise<void> {
    while (table.closeEnded()) await nextTurn();
  }

  const views = async (claims: readonly ListedClaim[]): Promise<ColleagueRequest[]> => {
    const settlements = table.settlements(claims.map(({ hash }) => hash));
    const about = await aboutOf(claims).catch(() => new Map<string, string>());
    return claims.map((claim) =>
      viewOf(claim, settlements.get(claim.hash) ?? [], about.get(claim.hash) ?? null),
    );
  };

  const settledOnes = (): ListedClaim[] => table.some(table.settled(MOST_SETTLED));

  /** Claims whose statements differ from each other, or from what became of the request. */
  function differing(claims: readonly ListedClaim[]): ListedClaim[] {
    const settlements = table.settlements(claims.map(({ hash }) => hash));
    return claims.filter((claim) =>
      isDifferent(settlements.get(claim.hash) ?? [], outcomeOf(claim, parts)),
    );
  }

  const mayState = (claim: ListedClaim, isSettled: boolean): boolean =>
    claim.author !== own &&
    (isSettled ||
      (!claim.isRenewed &&
        claim.at < before() &&
        isGone(claim.author) &&
        outcomeOf(claim, parts) === null));

  /** Claims that a person may state something of; throws Failed INVALID where none is left. */
  function requireOpen(hashes: readonly string[]): ListedClaim[] {
    const settlements = table.settlements(hashes);
    const found = table
      .some(hashes)
      .filter((claim) => mayState(claim, settlements.has(claim.hash)));
    if (found.length > 0) return found;
    throw invalid(
      'Nothing is left to resolve: these requests have an outcome by now, or their computer was seen in the last 10 minutes. Ask the person there.',
    );
  }

  return {
    /** Newest statements, and claims without any that are oldest. */
    async list(): Promise<{ open: ColleagueRequest[]; stated: ColleagueRequest[] }> {
      await closeEnded();
      const open = table.open(own, before(), MOST);
      const settled = settledOnes();
      const differ = differing(settled);
      const differs = new Set(differ);
      const others = settled.filter((claim) => !differs.has(claim));
      return {
        open: await views(open),
        stated: await views([...differ, ...others].slice(0, MOST)),
      };
    },
    /** The oldest of each computer that is gone, with no outcome and nobody's statement; and those that differ. */
    needs() {
      table.closeEnded();
      const open = table.open(own, before(), MOST).filter(({ author }) => isGone(author));
      const told = ({ hash, author, at }: ListedClaim) => ({ id: hash, name: nameOf(author), at });
      const oldest = [...Map.groupBy(open, ({ author }) => author).values()].flatMap(
        ([first]) => first ?? [],
      );
      return { open: oldest.map(told), differing: differing(settledOnes()).map(told) };
    },
    /** As main's own document shows them. Throws Failed INVALID where none is left. */
    chosen: (hashes: readonly string[]): Promise<ColleagueRequest[]> => views(requireOpen(hashes)),
    /** Gives which. Rejects with what stops the exchange, and Failed INVALID where none is left. */
    async settle(hashes: readonly string[], statement: Statement): Promise<Settled> {
      // Their computers may have come back meanwhile.
      await exchange.now();
      await parts.hear();
      const open = requireOpen(hashes);
      const chosen = open.map(({ hash }) => hash);
      const all = new Set([...chosen, ...table.renewedBy(chosen)]);
      const claims = [...all].slice(0, maxStated);
      const replaces = [...table.settlements(claims).values()].flat().map(({ hash }) => hash);
      const content: StatementContent = {
        version: 1,
        claims,
        ...statement,
        person: parts.person(),
        replaces: [...new Set(replaces)],
      };
      const isSent = await exchange.sayOrStore(() => ({
        kind: 'settlement',
        content: Buffer.from(JSON.stringify(content)),
      }));
      return { settled: open, isSent };
    },
  };
}

/** A statement as a request alike is asked about it. */
export function sentenceOf(
  claim: { readonly who: string; readonly when: string },
  settlements: readonly ClaimStatement[],
  isOtherwise: boolean,
  nameOf: (author: string) => string,
): string {
  const said = settlements.map(({ author, person, at, verdict, resourceId, reason }) => {
    const by = [person, `on “${nameOf(author)}”`].filter(Boolean).join(' ');
    const what = {
      absent: 'not created',
      exists: `created ${resourceId}`,
      unknown: 'outcome unknown, allowed again',
    };
    return `${by} resolved it at ${at.slice(0, 16).replace('T', ' ')} UTC: ${what[verdict]}. Reason: ${/[.!?…]$/.test(reason) ? reason : `${reason}.`}`;
  });
  const different = isOtherwise
    ? ' These statements and the outcome differ: check with the service first.'
    : '';
  return `The same request was begun by ${claim.who} at ${claim.when}, and no outcome was reported. ${said.join(' ')}${different}`;
}

/** What a claimed request is about, for people: of a virtual account customer, currencies, network and wallet; of all else what the claim says. */
export function claimedWords(
  { operation, sameness }: { readonly operation: string; readonly sameness: string },
  { customerNames }: Pick<Records, 'customerNames'>,
): string {
  const parts = operation === 'createVirtualAccount' ? partsOfFingerprint(sameness) : null;
  if (parts === null) return sameness;
  const { customerId, sourceCurrency, destinationCurrency, network, walletAddress } = parts;
  const name = customerNames([customerId]).get(customerId);
  return [
    name === undefined ? customerId : `${name} (${customerId})`,
    `${sourceCurrency} → ${destinationCurrency}`,
    network,
    spelledEvm(walletAddress) ?? walletAddress,
  ].join(' · ');
}
