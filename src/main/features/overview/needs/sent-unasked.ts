/** What this computer sent without asking the team, because its database did not respond: as the audit log has it. */
import { z } from 'zod';
import { writeNames } from '../../../../contract/writes.ts';
import { isoTime } from '../../../../platform/clock.ts';
import { jsonObjectText } from '../../../../platform/json-column.ts';
import type { Sqlite } from '../../../../platform/sqlite.ts';
import { foundAll, maxItems, type NeedSource, needItem, recentMs } from './need-source.ts';

const entries = z.array(
  z.object({ sequence: z.number(), at: z.string(), action: z.string(), facts: jsonObjectText }),
);
type Entry = z.output<typeof entries>[number];

const isUnapproved = ({ action }: Entry): boolean => action === 'approval.sent-without-database';

/** A request without approval is one without a claim as well: it is listed once. */
function eachOnce(found: readonly Entry[]): readonly Entry[] {
  const unapproved = new Set(found.filter(isUnapproved).map(({ facts }) => facts['intentKey']));
  return found.filter((one) => isUnapproved(one) || !unapproved.has(one.facts['intentKeys']));
}

export const sentUnasked = ({ sqlite }: { readonly sqlite: Sqlite }): NeedSource => ({
  kind: 'sentUnasked',
  topics: ['audit', 'team'],
  find({ moment }) {
    const rows = sqlite.all(
      `SELECT sequence, at, action, facts FROM audit_log
         WHERE action IN ('approval.sent-without-database', 'team.sent-without-claim') AND at > ?
         ORDER BY sequence DESC LIMIT ?`,
      [isoTime(moment - recentMs), maxItems],
    );
    return foundAll(
      eachOnce(entries.parse(rows)).map((one) => {
        const operation = writeNames.find((name) => name === one.facts['operation']);
        const why = isUnapproved(one) ? 'sent-unapproved' : 'sent-unclaimed';
        return needItem(String(one.sequence), one.at, null, [operation ?? 'bulk', why]);
      }),
    );
  },
});
