/**
 * What of a relay's deliveries is verified, for computers without the secret: one that has it says so, and names
 * itself by that. The one that shared the webhook does; while it is away, the first of the others that are there.
 */
import { z } from 'zod';
import type { Clock } from '../../../../platform/clock.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import {
  type RelayedChecks,
  readRelayedChecks,
  relayedChecksBytes,
} from '../../../../team-log/relayed-checks.ts';

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
  const { sqlite, clock, own, sharerOf, present, say } = parts;
  let saidAt = Number.NEGATIVE_INFINITY;

  const isMine = (path: string): boolean => {
    const sharer = sharerOf(path);
    const there = present();
    if (sharer === own) return true;
    if (sharer !== null && there.includes(sharer)) return false;
    return there.every((other) => own < other);
  };

  return {
    /** This computer judged them, in the order of the relay's entry; `h`: there is no secret to judge one by. */
    keep({ author, sequence, path }: Omit<RelayedChecks, 'kinds'>, kinds: string): void {
      // Another one may have the secret; without any, nothing of them is verified.
      if (kinds.includes('h') && sharerOf(path) !== own) return;
      sqlite.run(
        'INSERT INTO team_judged (author, sequence, path, kinds) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
        [author, sequence, path, kinds.replaceAll('h', 'x')],
      );
    },
    /** Says what is this computer's to say. Rejects with what `say` does. */
    async tell(): Promise<void> {
      if (clock.now() < saidAt + REST_MS && clock.now() >= saidAt) return;
      const found = rows.parse(
        sqlite.all('SELECT * FROM team_judged WHERE is_ours = 1 ORDER BY number LIMIT ?', [MOST]),
      );
      const mine = found.filter(({ path }) => isMine(path));
      if (mine.length === 0) return;
      saidAt = clock.now();
      await say('verdicts', relayedChecksBytes(mine.map(({ number: _, ...one }) => one)));
      sqlite.run('DELETE FROM team_judged WHERE number IN (SELECT value FROM json_each(?))', [
        JSON.stringify(mine.map(({ number }) => number)),
      ]);
    },
    /** By another one: inside the transaction that takes the entry. Throws for another form. */
    take(by: string, content: Uint8Array, isNeeded: boolean): void {
      for (const { author, sequence, path, kinds } of readRelayedChecks(content)) {
        sqlite.run('DELETE FROM team_judged WHERE author = ? AND sequence = ? AND path = ?', [
          ...[author, sequence, path],
        ]);
        if (!isNeeded) continue;
        sqlite.run(
          'INSERT INTO team_judged (author, sequence, path, kinds, by) VALUES (?, ?, ?, ?, ?)',
          [author, sequence, path, kinds, by],
        );
      }
    },
    /** What another one judged; null where nobody did yet. */
    of(
      author: string,
      sequence: number,
      path: string,
    ): { readonly kinds: string; readonly by: string } | null {
      const row = sqlite.first(
        'SELECT kinds, by FROM team_judged WHERE author = ? AND sequence = ? AND path = ? AND is_ours = 0',
        [author, sequence, path],
      );
      return row === undefined ? null : judgedRow.parse(row);
    },
    used(author: string, sequence: number, path: string): void {
      sqlite.run('DELETE FROM team_judged WHERE author = ? AND sequence = ? AND path = ?', [
        ...[author, sequence, path],
      ]);
    },
  };
}

const judgedRow = z.object({ kinds: z.string(), by: z.string() });

export type MemberChecks = ReturnType<typeof createMemberChecks>;
