/**
 * What was claimed of the same before: the chain that the database has, each claim following the one before, and
 * beside it claims that came here and that the database has no more, as one that was set back, or hides them.
 */
import { type ClaimContent, readPlaces } from '../../../../team-log/claim.ts';
import { intactHash, type SignedEntry } from '../../../../team-log/entry.ts';
import { isInPlace } from '../../../../team-log/kinds.ts';
import type { TeamLog } from '../../../../team-log/team-log.ts';
import type { Exchange } from '../exchange.ts';
import {
  type ClaimStatement,
  type ClaimsTable,
  type NamedClaim,
  readClaim,
} from './claims-table.ts';
import { notWhole } from './refusing.ts';

export interface Claimed {
  readonly hash: string;
  readonly entry: Pick<SignedEntry, 'author' | 'stream' | 'sequence' | 'kind' | 'at'>;
  readonly content: Pick<ClaimContent, 'key' | 'person'>;
  /** What people stated of it, as far as the log was read. */
  settlements: readonly ClaimStatement[];
}

export interface ClaimChains {
  /** Claims by name, each chain in order. */
  readonly chains: ReadonlyMap<string, readonly Claimed[]>;
  /** Claims by name that are in no chain. */
  readonly lost: ReadonlyMap<string, readonly Claimed[]>;
}

export interface ClaimChainsParts {
  readonly table: ClaimsTable;
  readonly log: Pick<TeamLog, 'following'>;
  readonly exchange: Pick<Exchange, 'epochs' | 'now'>;
  readonly team: string;
  /** ID of the profile’s stream. */
  readonly stream: string;
}

/** Requests for the same, one after the other: more than people make. */
const LONGEST = 1_000;

type ReaderParts = Pick<ClaimChainsParts, 'team' | 'stream' | 'exchange'>;

/** Opens a claim. Throws NotClaimed for an entry that no computer of the team wrote like that. */
export const createClaimReader =
  ({ exchange, team, stream }: ReaderParts) =>
  async (entry: SignedEntry) => {
    const isOfTeam = entry.team === team && entry.stream === stream && entry.kind === 'claim';
    const hash = intactHash(entry);
    if (!isOfTeam || !isInPlace(entry) || hash === null) throw notWhole();
    // What it is sealed to may be in the rest of the log.
    if (!exchange.epochs.has(entry.epoch)) await exchange.now();
    try {
      const content = readClaim(exchange.epochs.open(entry));
      return { hash, content, taken: readPlaces(content) };
    } catch {
      throw notWhole();
    }
  };

export function createClaimChains(parts: ClaimChainsParts) {
  const { table, log, exchange, stream } = parts;
  const read = createClaimReader(parts);

  const asClaimed = ({ hash, author, sequence, at, key, person }: NamedClaim): Claimed => ({
    hash,
    entry: { author, stream, sequence, kind: 'claim', at },
    content: { key, person },
    settlements: [],
  });

  function learnSettlements(claims: readonly Claimed[]): void {
    const all = table.settlements(claims.map(({ hash }) => hash));
    for (const claimed of claims) claimed.settlements = all.get(claimed.hash) ?? [];
  }

  return {
    /** Claims with these names, once what came of them was read. */
    async of(names: readonly string[]): Promise<ClaimChains> {
      const chains = new Map(names.map((name): [string, Claimed[]] => [name, []]));
      const inChains = new Set<string>();
      let open = new Map(names.map((name) => [name, name]));
      for (let step = 0; open.size > 0; step += 1) {
        if (step > LONGEST) throw notWhole();
        const found = await log.following([...open.keys()]);
        const next = new Map<string, string>();
        for (const entry of found) {
          const first = open.get(entry.follows ?? '');
          if (first === undefined) continue;
          const { hash, content } = await read(entry);
          const claimed = { hash, content, entry, settlements: [] };
          chains.get(first)?.push(claimed);
          inChains.add(claimed.hash);
          next.set(claimed.hash, first);
        }
        open = next;
      }
      // What came of them is in the rest of the log.
      if (inChains.size > 0) await exchange.now();
      const lost = table.named(names).filter(({ hash }) => !inChains.has(hash));
      const lostOf = Map.groupBy(lost, ({ name }) => name);
      const all = new Map([...lostOf].map(([name, some]) => [name, some.map(asClaimed)]));
      learnSettlements([...chains.values(), ...all.values()].flat());
      return { chains, lost: all };
    },
  };
}

/**
 * That a request of this name comes after: of a chain the last that is not ended, as what was claimed in spite of
 * another and came to nothing leaves that one to be asked about.
 */
export const claimsOf = (
  name: string,
  { chains, lost }: ClaimChains,
  isEnded: (claimed: Claimed) => boolean,
): readonly Claimed[] => [
  ...[chains.get(name)?.findLast((claim) => !isEnded(claim)) ?? []].flat(),
  ...(lost.get(name) ?? []),
];
