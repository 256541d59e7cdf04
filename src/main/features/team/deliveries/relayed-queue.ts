/**
 * Deliveries that relays and other computers took, on their way into the inbox of this computer. An entry's deliveries are queued
 * in the transaction that takes the entry, and leave the queue when the inbox has them, so that none is lost
 * and none comes twice. Those of one path that find no room to be held wait, in their order, for the secret.
 */
import { z } from 'zod';
import { createBackgroundWork } from '../../../../platform/background-work.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import {
  isEmptied,
  packDeliveries,
  type RelayedDelivery,
  type StatedCheck,
  unpackDeliveries,
} from '../../../../team-log/deliveries.ts';
import type { SignedEntry } from '../../../../team-log/entry.ts';
import type { Log } from '../../../core/foundation/log.ts';
import type { TeamSide } from '../../webhooks/team-side.ts';
import type { MemberChecks } from './member-checks.ts';

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
  /** This computer may hold secrets, so it judges; else it takes what another one judged. */
  readonly judges: () => boolean;
  readonly log: Pick<Log, 'error' | 'warn'>;
}

const queuedRow = z.object({
  number: z.int(),
  author: z.string(),
  sequence: z.int(),
  path: z.string(),
  content: z.instanceof(Uint8Array),
});
type QueuedRow = z.infer<typeof queuedRow>;
const bytesRow = z.object({ path: z.string(), bytes: z.int() });

const verdictOfLetter: Readonly<Record<string, StatedCheck>> = {
  ...({ g: 'genuine', r: 'genuine-reserialised' } as const),
};

/** A letter for each, in its place: nobody can verify any more what was emptied. */
function kindsOf(
  { deliveries }: { readonly deliveries: readonly RelayedDelivery[] },
  kinds: string,
): string {
  const letters = [...kinds];
  return deliveries.map((one) => (isEmptied(one) ? 'x' : letters.shift())).join('');
}

/** Bytes that wait for a path or its secret beside what the inbox holds: of one path, and of all. */
const MOST_WAITING = 64 * 1024 * 1024;
const MOST_IN_ALL = 256 * 1024 * 1024;
const waits = { firstMs: 250, longestMs: 60_000 };

export function createRelayedQueue(parts: RelayedQueueParts): RelayedQueue {
  const { sqlite, stream, take, judged, log } = parts;
  /** Bytes of each path that wait. */
  let waiting = new Map<string, number>();
  const full = new Set<string>();
  let isClosed = false;

  const next = (after: number) => {
    const row = sqlite.first(
      'SELECT * FROM team_relayed WHERE number > ? ORDER BY number LIMIT 1',
      [after],
    );
    return row === undefined ? null : queuedRow.parse(row);
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

  /** False where it waits. */
  const takeRow = async (row: QueuedRow): Promise<boolean> => {
    const { number, author, sequence, path } = row;
    const stated = statedOf(row);
    if (stated === null) return false;
    const source = `${stream}:${author}:${path}`;
    const whole = stated.deliveries.filter((one) => !isEmptied(one));
    const became = await take(whole, { path, source, sequence, by: stated.by });
    if (typeof became === 'string') return false;
    sqlite.transaction(() => {
      sqlite.run('DELETE FROM team_relayed WHERE number = ?', [number]);
      if (!parts.isRelay(author)) return;
      if (parts.judges()) judged.keep({ author, sequence, path }, kindsOf(stated, became.kinds));
      else judged.used(author, sequence, path);
    });
    return true;
  };

  const empty = async (): Promise<void> => {
    const blocked = new Set<string>();
    let after = 0;
    for (let row = next(after); row !== null && !isClosed; row = next(after)) {
      after = row.number;
      if (!blocked.has(row.path) && !(await takeRow(row))) blocked.add(row.path);
    }
    waiting = new Map(countWaiting(blocked));
    for (const path of full) if (!waiting.has(path)) full.delete(path);
  };

  /** With what their computer, or another one, judged of them; null: nobody did yet. */
  const statedOf = ({ author, sequence, path, content }: QueuedRow) => {
    const deliveries = unpackDeliveries(content);
    if (!parts.isRelay(author)) return { deliveries, by: author };
    // What a relay says of them counts for nothing.
    const bare = deliveries.map((one) => ({ ...one, verdict: undefined }));
    if (parts.judges()) return { deliveries: bare, by: null };
    const found = judged.of(author, sequence, path);
    if (found === null) return null;
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
    if (before === undefined) return true;
    const inAll = [...waiting.values()].reduce((sum, one) => sum + one, bytes);
    waiting.set(path, before + bytes);
    if (before + bytes <= MOST_WAITING && inAll <= MOST_IN_ALL) return true;
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
      const byPath = Map.groupBy(unpackDeliveries(content), ({ path }) => path);
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
