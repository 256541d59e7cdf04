/** Finds what belongs to customers in a profile's database, and what of it goes when it is erased. */
import { z } from 'zod';
import { jsonObjectText } from '../../../platform/json-column.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { subjectIn } from '../../core/records/erased/erased-subjects.ts';
import { lasting } from '../../core/records/erased/lasting.ts';
import { resourceKind } from '../../core/records/observation-rows.ts';
import { chosenFields } from '../../features/payouts/choices.ts';
import { createGoneTexts, type GoneTexts } from './gone-texts.ts';

/** What belongs to customers, and what of it goes. */
export interface Subject {
  readonly sqlite: Sqlite;
  /** Whose each is: the customers, and their accounts, wallets, addresses, links and payouts. */
  readonly owners: ReadonlyMap<string, string>;
  /** Events about them. */
  readonly events: ReadonlySet<string>;
  /** Keys of requests that told of them. */
  readonly keys: ReadonlySet<string>;
  readonly gone: GoneTexts;
  readonly figures: ReadonlySet<string>;
}

const idText = z.string();
const observationRows = z.array(
  z.object({
    ...{ arrival: z.number(), kind: resourceKind, id: idText, event_id: idText.nullable() },
    ...{ intent_key: idText.nullable(), observed_at: idText, body: jsonObjectText },
  }),
);
type Observed = z.infer<typeof observationRows>[number];

/** Until when what was observed of a customer goes; none: it stays. */
export type Until = ReadonlyMap<string, string>;

/** What names the customers, found over all observations. */
export function surveyOf(
  sqlite: Sqlite,
  until: Until,
  gone: GoneTexts = createGoneTexts(),
): Subject & { readonly observed: Observed[] } {
  const owners = new Map([...until.keys()].map((id) => [id, id]));
  for (const [id, owner] of knownIds(sqlite, [...until.keys()])) owners.set(id, owner);
  let observed: Observed[] = [];
  for (let before = -1; before < owners.size; ) {
    before = owners.size;
    observed = namingAny(sqlite, owners);
    for (const one of observed) adopt(one, owners);
  }
  const [events, keys] = [new Set<string>(), new Set<string>()];
  const figures = new Set(chosenFields(sqlite));
  const theirs = observed.filter(({ observed_at, ...one }) => {
    const id = owners.has(one.id) ? one.id : subjectIn(one.body, (name) => owners.has(name));
    return observed_at < (until.get(owners.get(id ?? '') ?? '') ?? '');
  });
  for (const one of theirs) {
    gone.addNames(one.body);
    lasting(one.body, { figures, onGone: gone.add });
    if (one.kind === 'event') events.add(one.id);
    if (one.event_id !== null) events.add(one.event_id);
    if (one.intent_key !== null) keys.add(one.intent_key);
  }
  for (const name of sqlite.texts(
    'SELECT name FROM customer_own_names WHERE customer_id IN (SELECT value FROM json_each(?))',
    [JSON.stringify([...until.keys()])],
  ))
    gone.add(name, 'name');
  return { sqlite, owners, events, keys, gone, figures, observed: theirs };
}

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
  const ids = [...owners.keys()];
  for (let at = 0; at < ids.length; at += PASS) {
    const part = ids.slice(at, at + PASS);
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
