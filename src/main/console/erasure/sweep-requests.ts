/** Takes personal data out of requests, and of the rows of bulk runs that they came from. */
import { z } from 'zod';
import type { JsonObject } from '../../../contract/scalars.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { jsonObjectText } from '../../../platform/json-column.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { subjectIn } from '../../core/records/erased/erased-subjects.ts';
import { lasting } from '../../core/records/erased/lasting.ts';
import { later } from './gone-texts.ts';
import type { Subject } from './survey.ts';

const requestRows = z.array(
  z.object({
    key: z.string(),
    state: z.string(),
    at: z.string(),
    resource_id: z.string().nullable(),
    input: jsonObjectText,
  }),
);
const bulkRows = z.array(
  z.object({
    run: z.number(),
    row: z.number(),
    key: z.string().nullable(),
    at: z.string(),
    resource_id: z.string().nullable(),
    input: jsonObjectText.nullable(),
    reason: z.string().nullable(),
    name: z.string().nullable(),
    state: z.string(),
  }),
);

type BulkRow = z.output<typeof bulkRows>[number];

interface TheirRequest {
  readonly key: string;
  readonly at: string;
  readonly input: JsonObject;
  /** Until when what was written of them goes. */
  readonly end: string;
  /** A customer; nothing where only what went tells of one. */
  readonly owner: string | undefined;
}

/**
 * Requests of theirs: also those that created nothing, where what went tells that the person is the same. What
 * is unresolved may be sent again, so it is apart: an erasure that begins here is refused while there is any, and one
 * that comes from elsewhere reduces it.
 */
export function theirRequests(subject: Subject) {
  const [settled, unresolved]: [TheirRequest[], TheirRequest[]] = [[], []];
  const all = requestRows.parse(
    subject.sqlite.all(
      'SELECT key, state, journalled_at AS at, resource_id, input FROM standing_intents',
    ),
  );
  for (const { key, state, at, resource_id, input } of all) {
    const end = endOf(subject, input, [key, resource_id]);
    if (at >= end) continue;
    const isOpen = state === 'journalled' || state === 'unknown';
    const owner = ownerOf(subject, input, [key, resource_id]);
    (isOpen ? unresolved : settled).push({ key, at, input, end, owner });
  }
  return { settled, unresolved };
}

const namedIn = (
  owners: Subject['owners'],
  input: JsonObject,
  ids: readonly (string | null)[],
): (string | null)[] => [...ids, subjectIn(input, (id) => owners.has(id))];

/** The customer that the IDs or the input name, or that what went of them tells. */
function ownerOf(
  { owners, gone }: Subject,
  input: JsonObject,
  ids: readonly (string | null)[],
): string | undefined {
  const named = namedIn(owners, input, ids).map((id) => owners.get(id ?? ''));
  return [...named, ...tellingOf(input).map(gone.ownerOfPerson)].find((one) => one) ?? undefined;
}

/** Until when what was written of whom the IDs or the input name goes; empty where it stays. */
function endOf(
  { owners, ends, gone }: Subject,
  input: JsonObject,
  ids: readonly (string | null)[],
): string {
  const all = namedIn(owners, input, ids).map((id) => ends.get(id ?? '') ?? '');
  return [...all, ...tellingOf(input).map(gone.endOfPerson)].reduce(later);
}

/** The same of what is only to be sent. */
export const endOfInput = (subject: Subject, input: JsonObject): string =>
  endOf(subject, input, []);

/** Email, phone or tax number: what a customer is recognised by. */
function tellingOf({ email, phone, personalInformation }: JsonObject): string[] {
  const tax =
    typeof personalInformation === 'object' && personalInformation !== null
      ? Object.entries(personalInformation).find(([key]) =>
          /taxIdentificationNumber$/.test(key),
        )?.[1]
      : null;
  return [email, phone, tax].filter((one) => typeof one === 'string');
}

/**
 * How many requests. An erasure that comes from elsewhere meets what is unresolved here, too: it is reduced as all
 * others are, and what is left of it is never sent.
 */
export function sweepRequests(subject: Subject): number {
  const { sqlite, gone, figures } = subject;
  const { settled, unresolved } = theirRequests(subject);
  const all = [...settled, ...unresolved];
  for (const { key, at, input, end, owner } of all) {
    sqlite.run(
      `UPDATE intents SET input = ?, fingerprint = NULL, messages = '[]', answer_sealed = NULL,
         sentence = ? WHERE key = ?`,
      [left(input, end, owner, subject), gone.scrub(sentenceOf(sqlite, key), at), key],
    );
  }
  const keys = new Set(all.map(({ key }) => key));
  for (const one of rowsOfRuns(sqlite)) {
    const { run, row, key, at, input, reason, name, state } = one;
    const isNamed = [reason, name].some((text) => text !== null && gone.scrub(text, at) !== text);
    // A name alone drops no waiting row: somebody else may have the same name.
    const isOne =
      keys.has(key ?? '') || isTheirRow(subject, one) || (isNamed && state !== 'waiting');
    if (!isOne) continue;
    sqlite.run(
      `UPDATE bulk_rows SET input = ?, fingerprint = NULL, reference = NULL, name = NULL,
         own_name = NULL, reason = CASE state WHEN 'waiting' THEN ? ELSE ? END,
         state = CASE state WHEN 'waiting' THEN 'unsent' ELSE state END WHERE run = ? AND row = ?`,
      [
        input === null ? null : canonicalJson(lasting(input, { figures })),
        notSent,
        reason === null ? null : gone.scrub(reason, at),
        run,
        row,
      ],
    );
  }
  return all.length;
}

const isTheirRow = (subject: Subject, { at, input, resource_id }: BulkRow): boolean =>
  at < endOf(subject, input ?? {}, [resource_id]);

/** How many rows of bulk runs are theirs and wait to be sent. */
export const waitingRows = (subject: Subject): number =>
  rowsOfRuns(subject.sqlite).filter((row) => row.state === 'waiting' && isTheirRow(subject, row))
    .length;

const notSent = 'Not sent: the customer’s personal data was erased.';

/** Rows of bulk runs, each with the time of its request, or of its run where it has none. */
const rowsOfRuns = (sqlite: Sqlite) =>
  bulkRows.parse(
    sqlite.all(
      `SELECT standing.run, standing.row, standing.key, standing.resource_id, standing.input,
         standing.reason, standing.name, standing.state, coalesce(intents.journalled_at, created_at) AS at
       FROM bulk_standing_rows AS standing JOIN bulk_runs ON bulk_runs.number = standing.run
       LEFT JOIN intents ON intents.key = standing.key`,
    ),
  );

const left = (
  input: JsonObject,
  end: string,
  owner: string | undefined,
  { figures, gone }: Subject,
): string => {
  gone.addNames(input, end);
  return canonicalJson(
    lasting(input, { figures, onGone: (text, key) => gone.add(text, key, end, owner) }),
  );
};

const sentenceOf = (sqlite: Sqlite, key: string): string =>
  sqlite.texts('SELECT sentence FROM intents WHERE key = ?', [key])[0] ?? '';
