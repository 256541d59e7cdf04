/** Takes personal data out of requests, and of the rows of bulk runs that they came from. */
import { z } from 'zod';
import type { JsonObject } from '../../../contract/scalars.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { jsonObjectText } from '../../../platform/json-column.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { subjectIn } from '../../core/records/erased/erased-subjects.ts';
import { lasting } from '../../core/records/erased/lasting.ts';
import type { GoneTexts } from './gone-texts.ts';
import type { Subject } from './survey.ts';

const requestRows = z.array(
  z.object({ key: z.string(), resource_id: z.string().nullable(), input: jsonObjectText }),
);
const bulkRows = z.array(
  z.object({
    ...{ run: z.number(), row: z.number(), key: z.string().nullable() },
    ...{ resource_id: z.string().nullable(), input: jsonObjectText.nullable() },
    ...{ reason: z.string().nullable(), name: z.string().nullable() },
  }),
);

/** Requests of theirs: also those that created nothing, where what went tells that the person is the same. */
export function theirRequests(subject: Subject): { key: string; input: JsonObject }[] {
  const { sqlite, owners, keys } = subject;
  return requestRows
    .parse(sqlite.all('SELECT key, resource_id, input FROM standing_intents'))
    .filter(
      ({ key, resource_id, input }) =>
        keys.has(key) || owners.has(resource_id ?? '') || isTheirs(subject, input),
    );
}

const isTheirs = ({ owners, gone }: Subject, input: JsonObject): boolean =>
  subjectIn(input, (id) => owners.has(id)) !== null || isSamePerson(input, gone);

/** Email, phone or tax number: what a customer is recognised by. */
function isSamePerson(input: JsonObject, gone: GoneTexts): boolean {
  const { email, phone, personalInformation } = input;
  const tax =
    typeof personalInformation === 'object' && personalInformation !== null
      ? Object.entries(personalInformation).find(([key]) =>
          /taxIdentificationNumber$/.test(key),
        )?.[1]
      : null;
  return [email, phone, tax].some((one) => typeof one === 'string' && gone.has(one));
}

/** How many requests. */
export function sweepRequests(subject: Subject): number {
  const { sqlite, owners, gone, figures } = subject;
  const requests = theirRequests(subject);
  for (const { key, input } of requests) {
    sqlite.run(
      `UPDATE intents SET input = ?, fingerprint = NULL, messages = '[]', answer_sealed = NULL,
         sentence = ? WHERE key = ?`,
      [left(input, subject), gone.scrub(sentenceOf(sqlite, key)), key],
    );
  }
  const keys = new Set(requests.map(({ key }) => key));
  const rows = bulkRows.parse(
    sqlite.all('SELECT run, row, key, resource_id, input, reason, name FROM bulk_rows'),
  );
  for (const { run, row, key, resource_id, input, reason, name } of rows) {
    const isOne =
      keys.has(key ?? '') ||
      owners.has(resource_id ?? '') ||
      owners.has(name ?? '') ||
      (input !== null && isTheirs(subject, input)) ||
      [reason, name].some((text) => text !== null && gone.scrub(text) !== text);
    if (!isOne) continue;
    sqlite.run(
      `UPDATE bulk_rows SET input = ?, fingerprint = NULL, reference = NULL, name = NULL,
         own_name = NULL, reason = ? WHERE run = ? AND row = ?`,
      [
        ...[input === null ? null : canonicalJson(lasting(input, { figures }))],
        ...[reason === null ? null : gone.scrub(reason), run, row],
      ],
    );
  }
  return requests.length;
}

const left = (input: JsonObject, { figures, gone }: Subject): string => {
  gone.addNames(input);
  return canonicalJson(lasting(input, { figures, onGone: gone.add }));
};

const sentenceOf = (sqlite: Sqlite, key: string): string =>
  sqlite.texts('SELECT sentence FROM intents WHERE key = ?', [key])[0] ?? '';
