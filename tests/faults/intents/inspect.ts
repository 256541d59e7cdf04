/** What must hold of a journal of writes that was cut off, whatever cut it. */
import { verifyLog } from '../../../src/main/core/audit/verify-log.ts';
import { keyOf, openJournal } from './journal.ts';

/** What others know of it. */
export interface Known {
  /** Numbers of writes that the service was sent. */
  readonly sent: readonly number[];
  /** States that were told as settled, by number. */
  readonly reported: ReadonlyMap<number, string>;
}

/** Opens the journal as after a fault, settles what was under way, and says what does not hold. */
export function inspectJournal(directory: string, { sent, reported }: Known) {
  const { sqlite, intents, records } = openJournal(directory);
  const breaches: string[] = [];
  const check = (holds: boolean, breach: string) => {
    if (!holds) breaches.push(breach);
  };
  try {
    const journalled = intents.list({ state: 'journalled', offset: 0, limit: 10 }).rows;
    check(journalled.length <= 1, 'more than one intent was under way');
    const lost = intents.recover();
    check(
      lost.every(({ state }) => state === 'unknown'),
      'a lost intent is not unknown',
    );
    for (const [number, state] of reported) {
      const intent = intents.get(keyOf(number));
      check(intent?.state === state, `${number} was ${state} and is ${intent?.state}`);
      const isKnown = records.get('virtualAccount', `virtualAccount_${number}`) !== null;
      check(isKnown === (state === 'created'), `${number} is ${state}, known: ${isKnown}`);
    }
    for (const number of sent) {
      check(intents.get(keyOf(number)) !== null, `${number} was sent and is not in the journal`);
    }
    check(new Set(sent).size === sent.length, 'sent twice');
    const before = JSON.stringify(sqlite.all('SELECT * FROM records ORDER BY kind, id'));
    records.rebuild();
    const after = JSON.stringify(sqlite.all('SELECT * FROM records ORDER BY kind, id'));
    check(withoutRows(before) === withoutRows(after), 'records are not what they stand on');
    check(verifyLog(sqlite).brokenAt === null, 'the audit log is broken');
    check(sqlite.all('SELECT key FROM intent_room').length === 0, 'room stays held');
    const [integrity] = sqlite.all('PRAGMA integrity_check') as { integrity_check: string }[];
    check(integrity?.integrity_check === 'ok', 'the database is damaged');
    const { total } = intents.list({ state: 'unknown', offset: 0, limit: 1 });
    return { breaches, unknown: total, underWay: journalled.length };
  } finally {
    sqlite.close();
  }
}

/** The number of a row is its arrival, no knowledge. */
const withoutRows = (rows: string): string => rows.replaceAll(/"record":\d+,/g, '');
