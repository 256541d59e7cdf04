/**
 * Pasted JSON, in any form in which the service or a tool gives records: one, a list, an answer with
 * its envelope (Interface 4.4, 7.3), an event in any of its forms (decisions 8), or these in lists.
 */
import { readEvent } from '../../../contract/event-forms.ts';
import { isJsonObject, type JsonObject } from '../../../contract/scalars.ts';
import { cleanJson } from '../../core/foundation/clean-json.ts';
import { readPastedJson } from '../../core/intents/pasted-json.ts';
import { createdOf } from '../../core/records/order.ts';
import { addressNotes } from './address-notes.ts';
import {
  type Candidate,
  deviationsOf,
  holdsSecret,
  letterIsLost,
  lostLetter,
  type ReadText,
  requireFew,
} from './candidate.ts';
import { kindOfId } from './resource-id.ts';

/** Wrappers inside wrappers. */
const MOST_WRAPPERS = 5;

const secretNote =
  'The webhook secret was left out. Enter the secret on the webhook’s page, in its own window.';

/** Throws Failed INVALID as readPastedJson. */
export function readJson(text: string): ReadText {
  const value = readPastedJson(text);
  const found: Candidate[] = [];
  const problems: ReadText['problems'][number][] = [];
  const isLost = lossesOf(text);
  const items = Array.isArray(value) ? value : [value];
  for (const [index, item] of items.entries()) {
    const row = index + 1;
    const before = found.length + problems.length;
    for (const candidate of candidatesIn(item, row, 0)) {
      if ('entry' in candidate) problems.push({ row, column: null, reason: candidate.entry });
      else if (isLost(candidate.body))
        problems.push({ row, column: null, reason: letterIsLost(candidate.id, 'JSON') });
      else found.push(candidate);
      requireFew(found.length + problems.length);
    }
    if (found.length + problems.length > before) continue;
    requireFew(found.length + problems.length + 1);
    problems.push({ row, column: null, reason: holdsNone('This item') });
  }
  return { candidates: found, problems, columns: [] };
}

const holdsNone = (what: string): string =>
  `${what} contains no customer, virtual account, bank account or webhook: none of its objects has such an ID.`;

/** Tells of a record whether a letter was lost. One that the text writes as an escape came so. */
const lossesOf = (text: string): ((body: JsonObject) => boolean) =>
  text.includes(lostLetter) ? (body) => JSON.stringify(body).includes(lostLetter) : () => false;

type EventFacts = Candidate['event'];

function* candidatesIn(
  value: unknown,
  row: number,
  depth: number,
  event: EventFacts = null,
): Generator<Candidate | Passed> {
  if (depth > MOST_WRAPPERS) return;
  if (Array.isArray(value)) {
    yield* candidatesOf(value, row, depth, event);
    return;
  }
  if (!isJsonObject(value)) return;
  const id = typeof value['id'] === 'string' ? value['id'] : '';
  const kind = kindOfId(id);
  if (kind !== null) {
    yield candidate({ kind, id, body: value, row, event });
    return;
  }
  const told = event === null ? readEvent(value) : null;
  if (told !== null) {
    const facts = factsOf(told.id, told.event);
    yield* candidatesIn(told.event['data'], row, depth + 1, facts);
    yield* candidatesIn(told.event['webhookRecords'], row, depth + 1, facts);
    return;
  }
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object') yield* candidatesIn(inner, row, depth + 1, event);
  }
}

/** An entry that holds no record, in words; in a list of which others do. */
interface Passed {
  readonly entry: string;
}

function* candidatesOf(
  list: readonly unknown[],
  row: number,
  depth: number,
  event: EventFacts,
): Generator<Candidate | Passed> {
  const without: number[] = [];
  let total = 0;
  for (const [index, item] of list.entries()) {
    const before = total;
    for (const candidate of candidatesIn(item, row, depth + 1, event)) {
      total += 1;
      yield candidate;
    }
    if (total === before && isJsonObject(item)) without.push(index + 1);
  }
  if (total === 0) return;
  for (const at of without)
    yield { entry: holdsNone(`Entry ${at.toLocaleString('en-US')} of a list in this item`) };
}

const factsOf = (id: string, event: JsonObject): EventFacts => ({
  id,
  created: createdOf(event),
  updated: textOr(event['updated']),
});
const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const candidate = ({
  kind,
  id,
  body,
  row,
  event,
}: Pick<Candidate, 'kind' | 'id' | 'body' | 'row'> & {
  readonly event: EventFacts;
}): Candidate => ({
  row,
  kind,
  id,
  body: cleanJson(body),
  event,
  notes: [...(holdsSecret(body) ? [secretNote] : []), ...addressNotes(kind, body)],
  deviations: deviationsOf(kind, body),
});
