/** Ids alone, as people copy them: one a line, or with commas, blanks and quotes between. */
import { idForms } from '../../../contract/patterns.ts';
import { isSecret } from '../../core/foundation/clean-json.ts';
import { Failed } from '../../core/intents/failed.ts';
import { requireNoKey } from '../../core/intents/no-key.ts';
import type { Candidate, ReadText } from './candidate.ts';
import { requireFew } from './few.ts';
import { kindOfId } from './resource-id.ts';

/** Throws Failed INVALID where the customer is none, or a key stands among the ids. */
export function readIds(text: string, customerId: string | null): ReadText {
  if (customerId !== null && !idForms.customer.test(customerId)) {
    throw new Failed('INVALID', {
      sentence: 'Enter a customer ID. It starts with customer_, followed by letters and digits.',
    });
  }
  requireNoKey(text, 'The text');
  const candidates: Candidate[] = [];
  const problems: ReadText['problems'][number][] = [];
  const words = text.split(/[\s,;"'`<>()[\]]+/).filter((word) => word !== '');
  requireFew(words.length);
  for (const [index, id] of words.entries()) {
    const row = index + 1;
    requireNoKey(id, `ID ${row}`);
    const kind = kindOfId(id);
    if (kind === null) {
      // A secret is never shown again.
      const shown = isSecret('', id) ? 'A webhook secret' : `“${id.slice(0, 60)}”`;
      const reason = `${shown} is not the ID of a customer, virtual account, bank account or webhook.`;
      problems.push({ row, column: null, reason });
      continue;
    }
    const isOwned = kind === 'virtualAccount' && customerId !== null;
    const body = { id, ...(isOwned ? { customerId } : {}) };
    candidates.push({ row, kind, id, body, notes: [], deviations: [], event: null });
  }
  return { candidates, problems, columns: [] };
}
