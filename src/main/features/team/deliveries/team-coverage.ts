/** When deliveries could arrive anywhere in the team: what each computer saw of its own URLs, and relays of theirs. */
import { z } from 'zod';
import type { Clock } from '../../../../platform/clock.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import {
  type CoverageSpan,
  coverageBytes,
  coverageEveryMs,
  readCoverage,
} from '../../../../team-log/coverage.ts';
import type { SignedEntry } from '../../../../team-log/entry.ts';
import type { TimeRange } from '../../webhooks/receiver/coverage-log.ts';
import type { TeamSide } from '../../webhooks/team-side.ts';
import { originOf, type TeamMember } from './sharing.ts';

export interface TeamCoverageParts {
  readonly side: Pick<TeamSide, 'ownCoverage' | 'coverageChanged'>;
  readonly sqlite: Sqlite;
  readonly clock: Clock;
  readonly members: () => readonly TeamMember[];
  readonly isRelay: (author: string) => boolean;
  /** Public URL of a relay, also of one that was removed; null for others, and where it can't be read here. */
  readonly urlOf: (author: string) => string | null;
  /** Whether a computer's word about a path counts, as it shared the webhook. */
  readonly isSharer: (author: string, path: string) => boolean;
  /** Whether the member was seen within the last minutes. */
  readonly isThere: (member: string) => boolean;
  readonly say: (kind: 'coverage', content: Uint8Array) => Promise<void>;
}

/** How far the first report looks back, in milliseconds, from before this computer was in the team. */
const BEFORE_MS = 30 * 24 * 3_600_000;
const MOST = 1_000;

const rows = z.array(
  z.object({ author: z.string(), address: z.string().nullable(), began: z.int(), ended: z.int() }),
);

export function createTeamCoverage(parts: TeamCoverageParts) {
  const { side, sqlite, clock, members, isThere, say } = parts;

  const told = (): number => {
    const [text] = sqlite.texts('SELECT CAST(up_to AS TEXT) FROM team_told_coverage');
    return text === undefined ? clock.now() - BEFORE_MS : Number(text);
  };

  /** A relay speaks of its own URL alone, and a computer of webhooks that it shared. */
  const maySay = (author: string, address: string | null): boolean => {
    if (address === null) return parts.isRelay(author);
    const path = URL.parse(address)?.pathname.split('/').at(-1) ?? '';
    return !parts.isRelay(author) && parts.isSharer(author, path);
  };
  const keepTold = (upTo: number): void => {
    sqlite.run(
      'INSERT INTO team_told_coverage (only, up_to) VALUES (1, ?) ON CONFLICT DO UPDATE SET up_to = excluded.up_to',
      [upTo],
    );
  };

  const waitMs = 3 * coverageEveryMs;
  const hasReported = (author: string): boolean =>
    sqlite.first('SELECT 1 FROM team_coverage WHERE author = ?', [author]) !== undefined;
  /** URLs of relays that are there and have reported nothing: no gap is claimed until their report is late. */
  const firstReportsDue = (now: number, addresses: readonly string[]) =>
    members().flatMap(({ signing, role, url }) => {
      if (role !== 'relay' || url === null || !isThere(signing) || hasReported(signing)) return [];
      const at = addressesAt(url, addresses);
      return at.map((address) => ({ from: now - waitMs, to: now, address }));
    });

  return {
    /** Inside the transaction that takes the entry. Throws for another form. */
    take({ author, at }: Pick<SignedEntry, 'author' | 'at'>, content: Uint8Array): void {
      // Nobody saw more than was by then.
      const latest = Math.min(clock.now(), Date.parse(at));
      for (const { address, from, to: said } of readCoverage(content)) {
        const to = Math.min(said, latest);
        if (from >= to || !maySay(author, address)) continue;
        // What goes on is one stretch.
        const { changes } = sqlite.run(
          `UPDATE team_coverage SET ended = max(ended, ?)
           WHERE author = ? AND address IS ? AND began <= ? AND ended >= ?`,
          [to, author, address, from, from],
        );
        if (changes > 0) continue;
        sqlite.run(
          'INSERT INTO team_coverage (author, address, began, ended) VALUES (?, ?, ?, ?)',
          [author, address, from, to],
        );
      }
      side.coverageChanged();
    },
    /** When each address was covered by others, as far as it touches the stretch. `addresses`: of the webhooks. */
    ways(
      { from, to }: TimeRange,
      addresses: readonly string[],
    ): (TimeRange & { address: string })[] {
      const found = rows.parse(
        sqlite.all('SELECT * FROM team_coverage WHERE ended > ? AND began < ?', [
          // What goes on may end before it.
          from - waitMs,
          to,
        ]),
      );
      const now = clock.now();
      const reported = found.flatMap(({ author, address, began, ended }) => {
        const isGoingOn = ended > now - waitMs && isThere(author);
        const range = { from: began, to: isGoingOn ? now : Math.min(now, ended) };
        const covered = address === null ? addressesAt(parts.urlOf(author), addresses) : [address];
        return covered.map((one) => ({ ...range, address: one }));
      });
      return [...reported, ...firstReportsDue(now, addresses)];
    },
    /** Says what this computer saw since it said so last. Rejects with what `say` does. */
    async tell(): Promise<void> {
      const from = told();
      const to = clock.now();
      // The clock was set back: it goes on from here.
      if (from > to) keepTold(to);
      if (to - from < coverageEveryMs) return;
      const spans: CoverageSpan[] = side
        .ownCoverage({ from, to })
        .map((way) => ({
          address: way.address,
          from: Math.max(from, way.from),
          to: Math.min(to, way.to),
        }))
        .slice(-MOST);
      if (spans.length > 0) await say('coverage', coverageBytes(spans));
      keepTold(to);
    },
  };
}

/** None where the relay's URL can't be read. */
function addressesAt(url: string | null, addresses: readonly string[]): readonly string[] {
  const origin = url === null ? null : originOf(url);
  return origin === null ? [] : addresses.filter((address) => originOf(address) === origin);
}
