/**
 * Deliveries that relays and other computers took, on their way into the inbox of this computer. An entry's deliveries are queued
 * in the transaction that takes the entry, and leave the queue when the inbox has them, so that none is lost
 * and none comes twice. Those of one path that find no room to be held wait, in their order, for the secret.
 */
import { z } from 'zod';
import { createBackgroundWork } from '../../../../platform/background-work.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { nextTurn } from '../../../../platform/slices.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import {
  isEmptied,
  isOfNoTime,
  packDeliveries,
  type RelayedDelivery,
  type StatedCheck,
  unpackDeliveries,
} from '../../../../team-log/deliveries.ts';
import { type SignedEntry, shortKey } from '../../../../team-log/entry.ts';
import type { Log } from '../../../core/foundation/log.ts';
import type { TeamSide } from '../../webhooks/team-side.ts';
import type { MemberCheck, MemberChecks } from './member-checks.ts';

export interface RelayedQueue {
  /** Inside the transaction that takes the entry. Throws for a content of another form. */
  add(entry: Pick<SignedEntry, 'author' | 'sequence'>, content: Uint8Array): void;
  /** A path or a secret is there now. */
  tryAgain(): void;
  close(): Promise<void>;
}

export interface RelayedQueueParts {
  readonly sqlite: Sqlite;
  readonly stream: string;
  readonly take: TeamSide['take'];
  readonly judged: MemberChecks;
  readonly isRelay: (author: string) => boolean;
  /** Whether a computer's word about a path counts: it shared the webhook, which is at no relay. */
  readonly isOwnPath: (author: string, path: string) => boolean;
  readonly clock: Clock;
  /** Bytes that wait, where they are other than usual: of one path, and of all. */
  readonly most?: { readonly ofPath: number; readonly inAll: number };
  /** This computer may hold secrets, so it judges; else it takes what another one judged. */
  readonly judges: () => boolean;
  readonly log: Pick<Log, 'error' | 'warn'>;
}

const queuedRows = z.array(
  z.object({
    number: z.int(),
    author: z.string(),
    sequence: z.int(),
    path: z.string(),
    /** Since when it waits for another computer's verdict; null: it does not, or was not looked at yet. */
    since: z.int().nullable(),
  }),
);
type QueuedRow = z.infer<typeof queuedRows>[number];
const contentRow = z.object({ content: z.instanceof(Uint8Array) });
const bytesRow = z.object({ path: z.string(), bytes: z.int() });

/** What became of a row. `waits`: those of its path after it wait, too; `passed over`: it waits alone. */
type Became = 'done' | 'waits' | 'passed over';

const verdictOfLetter: Readonly<Record<string, StatedCheck>> = {
  g: 'genuine',
  r: 'genuine-reserialised',
};

/** A letter for each, in its place: nobody can verify any more what was emptied. */
function kindsOf(
  { deliveries }: { readonly deliveries: readonly RelayedDelivery[] },
  kinds: string,
): string {
  const letters = [...kinds];
  return deliveries.map((delivery) => (isEmptied(delivery) ? 'x' : letters.shift())).join('');
}

/** Bytes that wait for a path or its secret beside what the inbox holds: of one path, and of all. */
const mostWaiting = { ofPath: 64 * 1024 * 1024, inAll: 256 * 1024 * 1024 };
/** Rows that are looked at together, without what is in them. */
const SOME = 100;
/** Nobody's verdict came for so long: what came later is taken meanwhile, in milliseconds. */
export const PASSED_OVER_MS = 10 * 60_000;
/** Then it is left out. */
export const LEFT_OUT_MS = 30 * 24 * 3_600_000;
const waits = { firstMs: 250, longestMs: 60_000 };

export function createRelayedQueue(parts: RelayedQueueParts): RelayedQueue {
  const { sqlite, stream, take, judged, log, clock, most = mostWaiting } = parts;
  /** Bytes of each path that wait. */
  let waiting = new Map<string, number>();
  const full = new Set<string>();
  let isClosed = false;

  /** The next that may be taken, without their content. */
  const next = (after: number, blocked: ReadonlySet<string>): readonly QueuedRow[] =>
    queuedRows.parse(
      sqlite.all(
        `SELECT of.number, of.author, of.sequence, of.path, unjudged.since FROM team_relayed AS of
         LEFT JOIN team_unjudged AS unjudged USING (number)
         WHERE of.number > ? AND of.path NOT IN (SELECT value FROM json_each(?))
         ORDER BY of.number LIMIT ${SOME}`,
        [after, JSON.stringify([...blocked])],
      ),
    );
  const contentOf = ({ number }: QueuedRow): Uint8Array =>
    contentRow.parse(sqlite.first('SELECT content FROM team_relayed WHERE number = ?', [number]))
      .content;
  const forget = (number: number): void => {
    sqlite.run('DELETE FROM team_relayed WHERE number = ?', [number]);
    sqlite.run('DELETE FROM team_unjudged WHERE number = ?', [number]);
  };

  const countWaiting = (paths: ReadonlySet<string>): ReadonlyMap<string, number> =>
    new Map(
      z
        .array(bytesRow)
        .parse(
          sqlite.all(
            'SELECT path, sum(length(content)) AS bytes FROM team_relayed WHERE path IN (SELECT value FROM json_each(?)) GROUP BY path',
            [JSON.stringify([...paths])],
          ),
        )
        .map(({ path, bytes }) => [path, bytes]),
    );

  /** Nobody judged it yet: later ones of its path wait for a while, then it waits alone, and is left out at last. */
  const unjudged = ({ number, since, author, sequence }: QueuedRow): Became => {
    const now = clock.now();
    if (since === null || since > now) {
      sqlite.run(
        'INSERT INTO team_unjudged VALUES (?, ?) ON CONFLICT DO UPDATE SET since = excluded.since',
        [number, now],
      );
      return 'waits';
    }
    if (now - since < PASSED_OVER_MS) return 'waits';
    if (now - since < LEFT_OUT_MS) return 'passed over';
    sqlite.transaction(() => forget(number));
    log.error(
      { author: shortKey(author), sequence },
      'nobody verified deliveries of a relay; they are left out',
    );
    return 'done';
  };

  /** A computer speaks of paths that it shared itself. */
  const isOthers = ({ author, sequence, path, number }: QueuedRow): boolean => {
    if (parts.isRelay(author) || parts.isOwnPath(author, path)) return false;
    sqlite.transaction(() => forget(number));
    log.warn(
      { author: shortKey(author), sequence },
      'deliveries on a path that another computer shared are left out',
    );
    return true;
  };

  /** Whether another computer's verdict is needed and not here: of who shared the webhook, while that is there. */
  const isUnjudged = ({ since }: QueuedRow, found: MemberCheck | null): boolean =>
    found === null || (found.isAwaited && (since === null || clock.now() - since < PASSED_OVER_MS));

  const takeRow = async (row: QueuedRow): Promise<Became> => {
    if (isOthers(row)) return 'done';
    const { number, author, sequence, path, since } = row;
    const judges = parts.judges();
    const isStated = parts.isRelay(author) && !judges;
    const found = isStated ? judged.of(author, sequence, path) : null;
    if (isStated && isUnjudged(row, found)) return unjudged(row);
    const stated = statedOf(row, found);
    const whole = stated.deliveries.filter((delivery) => !isEmptied(delivery));
    // What waited alone comes after later ones.
    const source = `${stream}:${author}:${path}${since === null ? '' : `:${sequence}`}`;
    const became = await take(whole, { path, source, sequence, by: stated.by });
    if (typeof became === 'string') return 'waits';
    sqlite.transaction(() => {
      forget(number);
      if (isStated) judged.used(author, sequence, path);
      else if (parts.isRelay(author))
        judged.keep({ author, sequence, path }, kindsOf(stated, became.kinds));
    });
    return 'done';
  };

  const takeAll = async (
    rows: readonly QueuedRow[],
    blocked: Set<string>,
    paths: Set<string>,
  ): Promise<void> => {
    for (const row of rows) {
      if (isClosed) return;
      const { path } = row;
      const became = blocked.has(path) ? 'waits' : await takeRow(row);
      if (became === 'waits') blocked.add(path);
      if (became === 'done' || paths.has(path)) continue;
      paths.add(path);
      // What comes meanwhile is bounded already.
      waiting = new Map([...waiting, ...countWaiting(new Set([path]))]);
    }
  };

  const empty = async (): Promise<void> => {
    const blocked = new Set<string>();
    const paths = new Set<string>();
    let rows = next(0, blocked);
    while (rows.length > 0 && !isClosed) {
      await takeAll(rows, blocked, paths);
      await nextTurn();
      rows = next(rows.at(-1)?.number ?? 0, blocked);
    }
    waiting = new Map(countWaiting(paths));
    for (const path of full) if (!waiting.has(path)) full.delete(path);
  };

  /** With what their computer, or another one, judged of them. */
  const statedOf = (row: QueuedRow, found: MemberCheck | null) => {
    const deliveries = unpackDeliveries(contentOf(row));
    if (!parts.isRelay(row.author)) return { deliveries, by: row.author };
    // What a relay says of them counts for nothing.
    const bare = deliveries.map((delivery) => ({ ...delivery, verdict: undefined }));
    if (found === null) return { deliveries: bare, by: null };
    const verified = bare.flatMap((one, index) => {
      const verdict = verdictOfLetter[found.kinds[index] ?? ''];
      return verdict === undefined ? [] : [{ ...one, verdict }];
    });
    return { deliveries: verified, by: found.by };
  };

  const storing = createBackgroundWork(empty, {
    waits,
    onFailure: (error) => log.error({ err: error }, 'deliveries of a relay wait to be stored'),
  });

  const hasRoom = (path: string, bytes: number): boolean => {
    const before = waiting.get(path);
    const inAll = [...waiting.values()].reduce((sum, one) => sum + one, bytes);
    const ofPath = (before ?? 0) + bytes;
    if (ofPath <= most.ofPath && inAll <= most.inAll) {
      if (before !== undefined) waiting.set(path, ofPath);
      return true;
    }
    if (!full.has(path)) {
      log.error(
        {},
        'deliveries that wait for a webhook’s secret are over their bound; more are left out',
      );
    }
    full.add(path);
    return false;
  };

  storing.ask();
  return {
    add({ author, sequence }, content) {
      const all = unpackDeliveries(content);
      if (all.some(isOfNoTime)) {
        log.error(
          { author: shortKey(author), sequence },
          'the time of a delivery that another computer took can’t be read; it is left out',
        );
      }
      const byPath = Map.groupBy(all, ({ path }) => path);
      for (const [path, deliveries] of byPath) {
        const packed = packDeliveries(deliveries);
        if (!hasRoom(path, packed.length)) continue;
        sqlite.run(
          'INSERT INTO team_relayed (author, sequence, path, content) VALUES (?, ?, ?, ?)',
          [author, sequence, path, packed],
        );
      }
      storing.ask();
    },
    tryAgain: storing.ask,
    async close() {
      isClosed = true;
      await storing.close();
    },
  };
}
