/**
 * Where each field stands, as text: the fields by observation, because an observation's id is longer than
 * most fields, and a record with it once instead of twenty times takes half the pages.
 */
import { z } from 'zod';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { jsonText } from '../../../platform/json-column.ts';
import type { Provenance } from './types.ts';

/** The same knowledge is the same text. */
export function textOfProvenance(provenance: Provenance): string {
  const fields = new Map<string, string[]>();
  for (const [field, observationId] of Object.entries(provenance)) {
    const known = fields.get(observationId);
    if (known === undefined) fields.set(observationId, [field]);
    else known.push(field);
  }
  for (const list of fields.values()) list.sort();
  return canonicalJson(Object.fromEntries(fields));
}

export const provenanceText = jsonText
  .pipe(z.record(z.string(), z.array(z.string())))
  .transform(
    (stored): Provenance =>
      Object.fromEntries(
        Object.entries(stored).flatMap(([observationId, fields]) =>
          fields.map((field) => [field, observationId]),
        ),
      ),
  );
