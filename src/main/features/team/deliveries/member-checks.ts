/**
 * What of a relay's deliveries is verified, for computers without the secret: one that has it says so, and names
 * itself by that. The one that shared the webhook does; while it is away, the first of the others that are there.
 */
import { z } from 'zod';
import { type Clock, createPeriod } from '../../../../platform/clock.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import {
  type RelayedChecks,
  readRelayedChecks,
  relayedChecksBytes,
} from '../../../../team-log/deliveries.ts';
import { shortKey } from '../../../../team-log/entry.ts';
import type { Log } from '../../../core/foundation/log.ts';

export interface MemberChecksParts {
  readonly sqlite: Sqlite;
  readonly clock: Clock;
  /** This computer's key in the team. */
  readonly own: string;
  /** Who shared the webhook of a path; null where nobody did. */
  readonly sharerOf: (path: string) => string | null;
  /** Owners and operators that were seen lately, without this computer. */
  readonly present: () => readonly string[];
  readonly say: (kind: 'verdicts', content: Uint8Array) => Promise<void>;
  readonly log: Pick<Log, 'warn'>;
}

/** What another computer judged. */
export interface MemberCheck {
  readonly kinds: string;
  readonly by: string;
  /** Who shared the webhook is there and has not said it yet. */
  readonly isAwaited: boolean;
}

const rows = z.array(
  z.object({
    number: z.int(),
    author: z.string(),
    sequence: z.int(),
    path: z.string(),
    kinds: z.string(),
  }),
);
const MOST = 1_000;
/** What is judged meanwhile is said together. */
const REST_MS = 5_000;

export function createMemberChecks(parts: MemberChecksParts) {
  const { sqlite, clock, own, sharerOf, present, say, log } = parts;
  const said = createPeriod(clock);

  const isMine = (path: string): boolean => {
    const sharer = sharerOf(path);
    const there = present();
    if (sharer === own) return true;
    if (sharer !== null && there.includes(sharer)) return false;
    return there.every((other) => own < other);
  };

  const placed = 'author = ? AND sequence = ? AND path = ?';
  const forget = ({ author, sequence, path }: Place): void => {
    sqlite.run(`DELETE FROM team_judged WHERE ${placed}`, [author, sequence, path]);
  };
  const keptOf = ({ author, sequence, path }: Place) =>
    keptRow
      .optional()
      .parse(
        sqlite.first(`SELECT kinds, by FROM team_judged WHERE ${placed}`, [author, sequence, path]),
      );

  const takeOne = (by: string, { kinds, ...place }: RelayedChecks, isNeeded: boolean): void => {
    const { author, sequence, path } = place;
    const kept = keptOf(place);
    const isSame = kept?.kinds === kinds;
    if (kept !== undefined && !isSame)
      log.warn(
        { author: shortKey(author), sequence, one: shortKey(kept.by ?? own), other: shortKey(by) },
        'two computers judged deliveries of a relay otherwise',
      );
    // What this computer judged stays until the same was said: it is told in its turn.
    if (kept?.by === null) {
      if (isSame) forget(place);
      return;
    }
    // The first counts, but for who shared the webhook.
    const isFirst = kept === undefined || (by === sharerOf(path) && kept.by !== by);
    if (!isNeeded || !isFirst) return;
    forget(place);
    sqlite.run(
      'INSERT INTO team_judged (author, sequence, path, kinds, by) VALUES (?, ?, ?, ?, ?)',
      [author, sequence, path, kinds, by],
    );
  };

  return {
    /** This computer judged them, in the order of the relay's entry; `h`: there is no secret to judge one by. */
    keep({ author, sequence, path }: Place, kinds: string): void {
      // Another one may have the secret; without any, nothing of them is verified.
      if (kinds.includes('h') && sharerOf(path) !== own) return;
      sqlite.run(
        `INSERT INTO team_judged (author, sequence, path, kinds) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET kinds = excluded.kinds, by = NULL WHERE by IS NOT NULL`,
        [author, sequence, path, kinds.replaceAll('h', 'x')],
      );
    },
    /** Says what is this computer's to say. Rejects with what `say` does. */
    async tell(): Promise<void> {
      if (!said.isDue(REST_MS)) return;
      const found = rows.parse(
        sqlite.all('SELECT * FROM team_judged WHERE is_ours = 1 ORDER BY number LIMIT ?', [MOST]),
      );
      const mine = found.filter(({ path }) => isMine(path));
      if (mine.length === 0) return;
      said.begin();
      await say('verdicts', relayedChecksBytes(mine.map(({ number: _, ...one }) => one)));
      sqlite.run('DELETE FROM team_judged WHERE number IN (SELECT value FROM json_each(?))', [
        JSON.stringify(mine.map(({ number }) => number)),
      ]);
    },
    /** By another one: inside the transaction that takes the entry. Throws for another form. */
    take(by: string, content: Uint8Array, isNeeded: boolean): void {
      for (const one of readRelayedChecks(content)) takeOne(by, one, isNeeded);
    },
    /** What another one judged; null where nobody did yet. */
    of(author: string, sequence: number, path: string): MemberCheck | null {
      const kept = keptOf({ author, sequence, path });
      if (kept === undefined || kept.by === null) return null;
      const { kinds, by } = kept;
      const sharer = sharerOf(path);
      return {
        kinds,
        by,
        isAwaited: sharer !== null && sharer !== by && present().includes(sharer),
      };
    },
    used(author: string, sequence: number, path: string): void {
      forget({ author, sequence, path });
    },
  };
}

type Place = Omit<RelayedChecks, 'kinds'>;
/** by: null for this computer. */
const keptRow = z.object({ kinds: z.string(), by: z.string().nullable() });

export type MemberChecks = ReturnType<typeof createMemberChecks>;
