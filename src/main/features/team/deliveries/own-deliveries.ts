/**
 * Deliveries that came to this computer by a tunnel of its own, for the others of the team: with what it judged of
 * them, since the secret stays here. Of what came before a webhook was shared, the newest go.
 */
import type { Sqlite } from '../../../../platform/sqlite.ts';
import { packDeliveries } from '../../../../team-log/deliveries.ts';
import type { TeamSide } from '../../webhooks/team-side.ts';

export interface OwnDeliveriesParts {
  readonly side: Pick<TeamSide, 'received'>;
  readonly sqlite: Sqlite;
  /** Paths whose webhook this computer shared. */
  readonly paths: () => ReadonlySet<string>;
  /** Signs, and resolves when the team's database has it. */
  readonly say: (kind: 'deliveries', content: Uint8Array) => Promise<void>;
}

/** Arrivals of before that are looked through. */
const MOST_BEFORE = 1_000;

export function createOwnDeliveries({ side, sqlite, paths, say }: OwnDeliveriesParts) {
  const cursorOf = (inbox: string, last: number): number => {
    const [text] = sqlite.texts(
      'SELECT CAST(up_to AS TEXT) FROM team_told_deliveries WHERE inbox = ?',
      [inbox],
    );
    return text === undefined ? Math.max(0, last - MOST_BEFORE) : Number(text);
  };
  const move = (inbox: string, upTo: number) =>
    sqlite.run(
      'INSERT INTO team_told_deliveries VALUES (?, ?) ON CONFLICT DO UPDATE SET up_to = excluded.up_to',
      [inbox, upTo],
    );

  return {
    /** Tells what is new. Rejects with what `say` does; then it is told again, which others know. */
    async tell(isClosed: () => boolean): Promise<void> {
      const own = paths();
      if (own.size === 0) return;
      for (let isMore = true; isMore && !isClosed(); ) {
        const read = side.received((inbox, last) => cursorOf(inbox, last), own);
        if (read.deliveries.length > 0) await say('deliveries', packDeliveries(read.deliveries));
        move(read.inbox, read.upTo);
        isMore = read.isMore;
      }
    },
  };
}
