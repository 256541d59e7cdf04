/** Finds what belongs to customers in a profile's database, and what of it goes when it is erased. */
import { z } from 'zod';
import { jsonObjectText } from '../../../platform/json-column.ts';
import { inParts } from '../../../platform/slices.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { subjectIn } from '../../core/records/erased/erased-subjects.ts';
import { lasting } from '../../core/records/erased/lasting.ts';
import { resourceKind } from '../../core/records/observation-rows.ts';
import { chosenFields } from '../../features/payouts/choices.ts';
import { createGoneTexts, extend, type GoneTexts } from './gone-texts.ts';

/** What belongs to customers, and what of it goes. */
export interface Subject {
  readonly sqlite: Sqlite;
  /** Whose each is: the customers, and their accounts, wallets, addresses, links and payouts. */
  readonly owners: ReadonlyMap<string, string>;
  /** Events about them. */
  readonly events: ReadonlySet<string>;
  /** Keys of requests that told of them. */
  readonly keys: ReadonlySet<string>;
  /** Until when what was written of each of those goes: what came after a person lifted the erasure stays. */
  readonly ends: ReadonlyMap<string, string>;
  readonly gone: GoneTexts;
  readonly figures: ReadonlySet<string>;
}

const idText = z.string();
const observationRows = z.array(
  z.object({
    arrival: z.number(),
    kind: resourceKind,
    id: idText,
    event_id: idText.nullable(),
    intent_key: idText.nullable(),
    observed_at: idText,
    body: jsonObjectText,
  }),
);
type Observed = z.infer<typeof observationRows>[number];

/** Until when what was written of a customer goes; none: it stays. */
export type Until = ReadonlyMap<string, string>;

/** What names the customers, found over all observations. */
export function surveyOf(
  sqlite: Sqlite,
  until: Until,
  gone: GoneTexts = createGoneTexts(),
): Subject & { readonly observed: Observed[] } {
  const { owners, observed } = ownedBy(sqlite, [...until.keys()]);
  const ends = new Map([...owners].map(([id, owner]) => [id, until.get(owner) ?? '']));
  const ownIdOf = (one: Observed): string =>
    (owners.has(one.id) ? one.id : subjectIn(one.body, (name) => owners.has(name))) ?? '';
  const endOf = (one: Observed): string => ends.get(ownIdOf(one)) ?? '';
  const theirs = observed.filter((one) => one.observed_at < endOf(one));
  const figures = new Set(chosenFields(sqlite));
  const events = new Set<string>();
  const keys = new Set<string>();
  keepPooled(sqlite, [...owners.keys()], gone);
  for (const one of theirs) {
    const end = endOf(one);
    gone.addNames(one.body, end);
    const owner = owners.get(ownIdOf(one));
    lasting(one.body, { figures, onGone: (text, key) => gone.add(text, key, end, owner) });
    const named: [Set<string>, string | null][] = [
      [events, one.kind === 'event' ? one.id : null],
      [events, one.event_id],
      [keys, one.intent_key],
    ];
    for (const [others, id] of named) {
      if (id === null) continue;
      others.add(id);
      extend(ends, id, end);
    }
  }
  for (const { customer_id: id, name, named_at } of ownNames(sqlite, [...until.keys()])) {
    const end = until.get(id) ?? '';
    if (named_at < end) gone.add(name, 'name', end, id);
  }
  return { sqlite, owners, events, keys, ends, gone, figures, observed: theirs };
}

/** What is theirs, and all that was observed of it or names it. */
function ownedBy(sqlite: Sqlite, customers: readonly string[]) {
  const owners = new Map(customers.map((id) => [id, id]));
  for (const [id, owner] of knownIds(sqlite, customers)) owners.set(id, owner);
  let observed: Observed[] = [];
  let before = -1;
  while (before < owners.size) {
    before = owners.size;
    observed = namingAny(sqlite, owners);
    for (const one of observed) adopt(one, owners);
  }
  return { owners, observed };
}

/** What stands in the deposit instructions of all other accounts stays: several customers may pay into one. */
export function keepPooled(sqlite: Sqlite, besides: readonly string[], gone: GoneTexts): void {
  const texts = sqlite.texts(
    `SELECT DISTINCT json_each.value FROM observations, json_each(body, '$.depositInstructions')
     WHERE kind = 'virtualAccount' AND kind <> 'event' AND type = 'text'
       AND observations.id NOT IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(besides)],
  );
  for (const text of texts) gone.keep(text);
}

const nameRows = z.array(z.object({ customer_id: idText, name: idText, named_at: idText }));

const ownNames = (sqlite: Sqlite, customers: readonly string[]) =>
  nameRows.parse(
    sqlite.all(
      `SELECT customer_id, name, named_at FROM customer_own_names
       WHERE customer_id IN (SELECT value FROM json_each(?))`,
      [JSON.stringify(customers)],
    ),
  );

const ownerRows = z.array(z.object({ id: idText, owner: idText }));

/** What the lists and earlier erasures know of them, before anything is gone through. */
const knownIds = (sqlite: Sqlite, customers: readonly string[]): [string, string][] =>
  ownerRows
    .parse(
      sqlite.all(
        `SELECT id, customer_id AS owner FROM (
           SELECT id, customer_id FROM virtual_account_columns
           UNION SELECT id, customer_id FROM bank_account_columns
           UNION SELECT id, customer_id FROM wallet_columns
           UNION SELECT id, customer_id FROM address_columns
           UNION SELECT id, customer_id FROM payment_link_columns
           UNION SELECT id, customer_id FROM payout_columns
           UNION SELECT id, customer_id FROM erased_ids
         ) WHERE customer_id IN (SELECT value FROM json_each(?))`,
        [JSON.stringify(customers)],
      ),
    )
    .map(({ id, owner }) => [id, owner]);

/** IDs looked for in one pass. */
const PASS = 50;

/** Observations that are of one of them or say that they are theirs, each once. */
function namingAny(sqlite: Sqlite, owners: ReadonlyMap<string, string>): Observed[] {
  const found = new Map<number, Observed>();
  for (const part of inParts([...owners.keys()], PASS)) {
    const rows = observationRows.parse(
      sqlite.all(
        `SELECT arrival, kind, id, event_id, intent_key, observed_at, body FROM observations
         WHERE ${part.map(() => 'instr(body, ?) > 0').join(' OR ')}
           OR id IN (SELECT value FROM json_each(?))`,
        [...part, JSON.stringify(part)],
      ),
    );
    for (const row of rows) {
      const isTheirs =
        owners.has(row.id) || subjectIn(row.body, (name) => owners.has(name)) !== null;
      if (isTheirs) found.set(row.arrival, row);
    }
  }
  return [...found.values()].sort((one, other) => one.arrival - other.arrival);
}

/** What says that it belongs to one of them is theirs from then on, and so is the payout of an event. */
function adopt({ kind, id, body }: Observed, owners: Map<string, string>): void {
  const named = subjectIn(body, (name) => owners.has(name));
  const owner = owners.get(named ?? '') ?? owners.get(id);
  if (owner === undefined || kind === 'webhook') return;
  // One customer may name another: that makes nobody theirs.
  if (kind !== 'event' && kind !== 'customer') owners.set(id, owner);
  const { data } = body;
  if (kind !== 'event' || typeof data !== 'object' || data === null) return;
  for (const one of Object.values(data)) {
    const inner = typeof one === 'object' && one !== null && 'id' in one ? one.id : null;
    if (typeof inner === 'string' && !/^(?:event|webhook|customer)_/.test(inner))
      owners.set(inner, owner);
  }
}
