/**
 * Each computer tells how far its audit log goes, at most once an hour while it grows: a log that is cut there, or
 * written anew, does not fit what the others were told, also before it joined again under another key.
 */
import { z } from 'zod';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import { readJson } from '../../../platform/json-column.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { hex32, type SignedEntry } from '../../../team-log/entry.ts';
import { problemOf } from '../../../team-log/problems.ts';
import { type Anchor, anchorProblems } from '../../core/audit/anchor.ts';
import { isIntactHead, type SignedHead, signedHead } from '../../core/audit/signing.ts';
import type { TeamState } from './team-state.ts';

const everyMs = 3_600_000;

const auditContent = z.strictObject({
  version: z.literal(1),
  /** null while the log does not fit its own anchor. */
  head: signedHead.nullable(),
  /** The entry that the log has now at the number that was told last; hash null where it has none there. null: none was told. */
  before: z.strictObject({ sequence: z.int().min(0), hash: hex32.nullable() }).nullable(),
  alarm: z.enum(anchorProblems).nullable(),
});
type AuditContent = z.infer<typeof auditContent>;

const toldRow = z.object({ sequence: z.number(), hash: z.string(), at: z.string() });
type Told = z.infer<typeof toldRow>;
/** Name of the log that a head belongs to, under whatever key of the team it is told. */
const logOf = ({ key, profileId }: SignedHead): string => `${key} ${profileId}`;

export interface AuditHeadsParts {
  readonly sqlite: Sqlite;
  readonly state: Pick<TeamState, 'tell'>;
  readonly anchor: Pick<Anchor, 'head' | 'alarm'>;
  readonly clock: Clock;
  /** This computer's key in the team. */
  readonly own: string;
}

export function createAuditHeads({ sqlite, state, anchor, clock, own }: AuditHeadsParts) {
  const toldBy = (author: string): Told | null =>
    toldRow
      .optional()
      .parse(sqlite.first('SELECT * FROM team_audit_heads WHERE author = ?', [author])) ?? null;
  /** The most that was told of this log, under any key of the team. */
  const toldBefore = (head: SignedHead | null): Told | null => {
    const most = 'SELECT * FROM team_audit_heads WHERE log = ? ORDER BY sequence DESC LIMIT 1';
    const found = head === null ? undefined : sqlite.first(most, [logOf(head)]);
    return toldRow.optional().parse(found) ?? null;
  };
  const keep = (author: string, { sequence, hash, at }: Told, head: SignedHead | null): void => {
    sqlite.run(
      `INSERT INTO team_audit_heads (author, sequence, hash, at, log) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (author) DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash,
         at = excluded.at, log = coalesce(excluded.log, log)`,
      [author, sequence, hash, at, head && logOf(head)],
    );
  };
  const alarmOf = (author: string): string | null =>
    sqlite.texts('SELECT alarm FROM team_audit_alarms WHERE author = ?', [author])[0] ?? null;
  const keepAlarm = (author: string, alarm: string | null): void => {
    sqlite.run('DELETE FROM team_audit_alarms WHERE author = ?', [author]);
    if (alarm !== null) sqlite.run('INSERT INTO team_audit_alarms VALUES (?, ?)', [author, alarm]);
  };
  const hashAt = (sequence: number): string | null =>
    sqlite.texts('SELECT hash FROM audit_log WHERE sequence = ?', [sequence])[0] ?? null;

  return {
    /** What this computer has to tell by now; null for nothing. */
    due(): Uint8Array | null {
      const told = toldBy(own);
      const head = anchor.head();
      const alarm = anchor.alarm()?.problem ?? null;
      const passed = told === null ? everyMs : clock.now() - Date.parse(told.at);
      // It is due where the clock was set back, too.
      if (passed >= 0 && passed < everyMs) return null;
      const isNews = alarm !== alarmOf(own) || (head !== null && head.sequence !== told?.sequence);
      if (!isNews) return null;
      const last = told ?? toldBefore(head);
      const before =
        last === null ? null : { sequence: last.sequence, hash: hashAt(last.sequence) };
      const content: AuditContent = { version: 1, head, before, alarm };
      return Buffer.from(JSON.stringify(content));
    },
    /** Keeps it, and tells what does not fit. In a transaction. Throws for another form. */
    take(entry: SignedEntry, content: Uint8Array): void {
      const said = readJson(auditContent, content);
      const { head, alarm } = said;
      if (head !== null && !isIntactHead(head)) throw new TypeError('The head is not signed.');
      const told = toldBy(entry.author);
      const at = isoNow(clock);
      const isSame = told === null ? mayContinue(toldBefore(head), said) : isLonger(told, said);
      const isNewAlarm = alarm !== null && alarm !== alarmOf(entry.author);
      keepAlarm(entry.author, alarm);
      if (isNewAlarm) state.tell(problemOf('audit alarm', entry), at);
      else if (alarm === null && !isSame) state.tell(problemOf('audit', entry), at);
      const next = head ?? told;
      if (next !== null) keep(entry.author, { ...next, at: entry.at }, head);
    },
  };
}

/** Whether it says the same of what was told, and at least as much. */
function isLonger({ sequence, hash }: Told, { head, before }: AuditContent): boolean {
  const isSo = before?.sequence === sequence && before.hash === hash;
  return isSo && head !== null && head.sequence >= sequence;
}

/**
 * Whether it may be the log of which that was told under another key. A computer that joined again may not have that:
 * the database may have lost it, and an earlier version does not look it up.
 */
function mayContinue(told: Told | null, { head, before }: AuditContent): boolean {
  if (told === null) return true;
  const isOther = before?.sequence === told.sequence && before.hash !== told.hash;
  return !isOther && head !== null && head.sequence >= told.sequence;
}
