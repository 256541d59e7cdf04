/** What a profile keeps by the numbers of its inbox, where another `inbox.db` or an older one was put in place. */
import { z } from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { openAudit } from '../../core/audit/audit.ts';
import type { Log } from '../../core/foundation/log.ts';
import { gone } from './forwarding/lane.ts';
import { isDamage } from './inbox/open-delivery.ts';
import type { Inbox, StoredDelivery } from './inbox/types.ts';
import { createReadDeliveries } from './intake/read-deliveries.ts';
import type { ReadDelivery } from './intake/types.ts';

export interface FitParts {
  /** The profile's database. */
  readonly sqlite: Sqlite;
  readonly inbox: Pick<Inbox, 'inboxId' | 'lastSequence' | 'delivery' | 'genuineAfter'>;
  readonly profileId: string;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  /** The timeline's index is made again. */
  readonly removeIndex: () => void;
}

const farthestRow = z.object({ farthest: z.int() });
/** Deliveries of one look: some of the newest say whether the inbox is the one that was read. */
const SOME = 200;

/**
 * Called before anything goes by the numbers. An older inbox gives numbers again that were lost with the newer one:
 * what lies behind the last delivery that both have is forgotten, and what the inbox has behind it is new. Waiting
 * forwards of lost deliveries are given up, which they say.
 */
export function fitToInbox(parts: FitParts): void {
  const { sqlite, inbox } = parts;
  const { inboxId } = inbox;
  const deliveries = createReadDeliveries(sqlite);
  const readInbox = deliveries.inboxId();
  // Nothing was read yet, or all of it is read again.
  if (readInbox === null) return;
  const stored = (arrival: number): StoredDelivery | null => {
    try {
      return inbox.delivery(arrival);
    } catch (error) {
      if (!isDamage(error)) throw error;
      return null;
    }
  };
  const isIn = ({ arrival, slotPath, receivedAt }: ReadDelivery): boolean => {
    const found = stored(arrival);
    return found?.slotPath === slotPath && found.receivedAt === receivedAt;
  };
  const newestRead = (upTo: number) => deliveries.list({ before: upTo + 1, limit: 1 })[0];

  /** The last delivery that was read and is in the inbox: all before it are. */
  const lastInBoth = (readUpTo: number): number => {
    let upTo = 0;
    let lost = readUpTo + 1;
    while (lost - upTo > 1) {
      const middle = Math.floor((upTo + lost) / 2);
      const read = newestRead(middle);
      if (read === undefined || isIn(read)) upTo = middle;
      else lost = read.arrival;
    }
    return newestRead(upTo)?.arrival ?? 0;
  };
  /** What became genuine up to here was read: verdicts follow what they are about. */
  const cursorAfter = (last: number): number => {
    let cursor = last;
    for (;;) {
      const page = inbox.genuineAfter(parts.profileId, cursor, SOME);
      for (const { sequence, arrival } of page) {
        if (arrival > last || deliveries.read(arrival) === null) return cursor;
        cursor = sequence;
      }
      if (page.length < SOME) return cursor;
    }
  };
  const forgetRead = (kept: number): void => {
    // Those of erased customers are noted again when they are read, and old ones are whole again.
    sqlite.run('DELETE FROM erased_deliveries WHERE arrival > ?', [kept]);
    sqlite.exec('DELETE FROM retention_done; DELETE FROM retention_begun');
    // What is not verified names them unread, and is whole again: erasing looks through it at this opening.
    sqlite.run(
      `UPDATE erasures SET finished_at = NULL, parts_left = CASE WHEN finished_at IS NULL
         THEN json_insert(parts_left, '$[#]', 'inbox') ELSE '["inbox"]' END`,
    );
    deliveries.clear();
  };
  const forget = (kept: number, cursor: number): void => {
    sqlite.run('UPDATE forward_targets SET cursor = min(cursor, ?) WHERE source_id = ?', [
      cursor,
      inboxId,
    ]);
    sqlite.run(
      // What comes with the same bytes is not taken for sent on.
      `UPDATE forwards SET state = 'failed', next_try = NULL, sentence = ?, sameness = NULL
       WHERE source_id = ? AND arrival > ? AND state = 'waiting'`,
      [gone.sentence, inboxId, kept],
    );
    // In no inbox, so that none is taken for a delivery that has its number now.
    sqlite.run("UPDATE forwards SET source_id = '' WHERE source_id = ? AND arrival > ?", [
      inboxId,
      kept,
    ]);
    sqlite.run('UPDATE team_told_deliveries SET up_to = min(up_to, ?) WHERE inbox = ?', [
      cursor,
      inboxId,
    ]);
    forgetRead(kept);
  };

  if (readInbox !== inboxId) {
    // Forwards name the inbox that they are of.
    sqlite.transaction(() => forgetRead(0));
    return;
  }
  const last = inbox.lastSequence();
  const { farthest } = farthestRow.parse(
    sqlite.first(
      `SELECT max((SELECT cursor FROM intake),
         (SELECT coalesce(max(cursor), 0) FROM forward_targets WHERE source_id = ?)) AS farthest`,
      [inboxId],
    ),
  );
  /** A number that was given again, since more came than were lost. */
  const isOther = (read: ReadDelivery): boolean => stored(read.arrival) !== null && !isIn(read);
  if (farthest <= last && !deliveries.list({ limit: SOME }).some(isOther)) return;

  const facts = { readUpTo: farthest, last };
  parts.log.error(
    { ...facts, profileId: parts.profileId },
    'the inbox is older than what was read of it',
  );
  parts.removeIndex();
  const kept = lastInBoth(farthest);
  const cursor = cursorAfter(kept);
  sqlite.transaction(() => {
    openAudit({ ...parts, sqlite }).append({ action: 'deliveries.older-inbox', facts });
    forget(kept, cursor);
  });
}
