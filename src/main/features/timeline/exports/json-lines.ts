/** JSON Lines for programs: one event a line, with its body as it was heard first, without secrets and with numbers of bank accounts masked. */
import type { TimelineRow } from '../../../../bridge/timeline.ts';
import { withMaskedAccounts } from '../../../../contract/masked-numbers.ts';
import type { JsonObject } from '../../../../contract/scalars.ts';
import type { ExportFormat } from './format.ts';

/**
 * Gives an event's body with secrets cut out, as it was known at a moment (null is now); null when
 * none can be opened any more.
 */
export type BodyOf = (row: TimelineRow, knownAt: string | null) => Promise<JsonObject | null>;

/** Bodies that are opened before somebody else gets a turn. */
const TURN = 10;

export const jsonLines = (bodyOf: BodyOf): ExportFormat => ({
  ending: 'jsonl',
  type: 'application/jsonl; charset=utf-8',
  most: Number.POSITIVE_INFINITY,
  head: () => '',
  async rows(rows, { knownAt, signal }) {
    let text = '';
    for (let at = 0; at < rows.length; at += TURN) {
      signal.throwIfAborted();
      const turn = rows.slice(at, at + TURN);
      const bodies = await Promise.all(turn.map((row) => bodyOf(row, knownAt)));
      for (const [index, { key: _key, ...row }] of turn.entries()) {
        text += `${JSON.stringify({ ...row, body: withMaskedAccounts(bodies[index] ?? null) })}\n`;
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    return text;
  },
  foot: () => '',
});
