/**
 * Where virtual accounts depart from what was sent, by what the service itself said of them (decisions
 * 27), and by the record as it stands: what a person brought may add a departure, and never ends one.
 * What a create answer departs in stays, whatever is said later: only a clearance ends it.
 */
import type { Mismatch } from '../../../bridge/virtual-accounts.ts';
import type { JsonObject } from '../../../contract/scalars.ts';
import { fold } from '../records/fold.ts';
import type { KnownRecord, Observation, RecordReads } from '../records/types.ts';
import { inFieldOrder, mismatchesOf } from './mismatches.ts';
import type { SignOffs } from './sign-offs/sign-offs.ts';
import { textAt } from './values.ts';

type Reads = Pick<RecordReads, 'fromSources' | 'observations'>;
type Account = Pick<KnownRecord, 'id' | 'body' | 'entered' | 'observations'>;

/** Mismatches that nobody has signed off, by ID; accounts without any are left out. */
export function notSignedOffOf(
  records: Reads & Pick<RecordReads, 'contents'>,
  signOffs: Pick<SignOffs, 'find'>,
  ids: readonly string[],
): ReadonlyMap<string, readonly Mismatch[]> {
  const uncleared = [...mismatchesAmong(records, ids)].filter(
    ([id, found]) => found.length > 0 && signOffs.find(id, found, null) === null,
  );
  return new Map(uncleared);
}

/** Mismatches of the accounts that are known, by ID, in the order of the interface; empty where an account has none. */
export function mismatchesAmong(
  reads: Reads & Pick<RecordReads, 'contents'>,
  ids: readonly string[],
): ReadonlyMap<string, Mismatch[]> {
  const contents = reads.contents('virtualAccount', ids);
  return mismatchesFrom(
    reads,
    [...contents].map(([id, content]) => ({ id, ...content })),
  );
}

function mismatchesFrom(
  reads: Reads,
  accounts: readonly Account[],
): ReadonlyMap<string, Mismatch[]> {
  // What was sent and its answer are two observations, and the record then is that answer.
  const many = accounts.filter(({ observations }) => observations > 2).map(({ id }) => id);
  const found =
    many.length === 0
      ? new Map<string, Observation[]>()
      : reads.fromSources('virtualAccount', many, ['entered', 'create-answer', 'import']);
  return new Map(
    accounts.map((account) => [account.id, ofOne(reads, account, found.get(account.id) ?? [])]),
  );
}

export const mismatchesOfOne = (reads: Reads, account: Account): Mismatch[] =>
  mismatchesFrom(reads, [account]).get(account.id) ?? [];

function ofOne(reads: Reads, account: Account, found: readonly Observation[]): Mismatch[] {
  const { id, entered } = account;
  const isImported = found.some(({ source }) => source === 'import');
  const answers = found.filter(({ source }) => source === 'create-answer');
  const bodies = [
    ...(isImported ? [saidAbove(reads.observations('virtualAccount', id))] : []),
    account.body,
    ...answers.map(({ body }) => body),
  ];
  const reported = inAnyOf(bodies, entered, false);
  const isNamed = reported.some(({ field }) => field === 'customerId');
  const departures = isNamed ? reported : [...sharedAmong(found), ...reported];
  if (departures.length === 0) return departures;
  const isByPerson = reads
    .observations('virtualAccount', id)
    .every(({ source }) => source === 'entered' || source === 'import');
  return isByPerson ? inAnyOf(bodies, entered, true) : departures;
}

/** A response need not name the customer, so the newest request would give the account to another one. */
function sharedAmong(newestFirst: readonly Observation[]): Mismatch[] {
  const keysOf = (wanted: Observation['source']) =>
    newestFirst.filter(({ source, intentKey }) => source === wanted && intentKey !== null);
  const answered = new Set(keysOf('create-answer').map(({ intentKey }) => intentKey));
  const asked = keysOf('entered').filter(({ intentKey }) => answered.has(intentKey));
  const customers = [...new Set(asked.flatMap(({ body }) => textAt(body, 'customerId') ?? []))];
  if (customers.length < 2) return [];
  const named = customers.toSorted();
  const sentence = `The service returned this account for the requests of ${named.join(' and ')}. An account has one customer.`;
  return [{ field: 'customerId', sent: named.join(', '), received: null, sentence }];
}

function inAnyOf(
  bodies: readonly JsonObject[],
  entered: JsonObject,
  isByPerson: boolean,
): Mismatch[] {
  // The first of several mismatches of one field counts.
  const departures = new Map<string, Mismatch>();
  for (const departure of bodies.flatMap((body) => mismatchesOf({ body, entered, isByPerson }))) {
    if (!departures.has(departure.field)) departures.set(departure.field, departure);
  }
  return inFieldOrder([...departures.values()]);
}

/** What a person brought, and above it what the service said, whenever that was. */
function saidAbove(newestFirst: readonly Observation[]): JsonObject {
  const oldestFirst = newestFirst.toReversed().filter(({ source }) => source !== 'entered');
  const isImported = ({ source }: Observation) => source === 'import';
  const brought = oldestFirst.filter(isImported);
  return fold([...brought, ...oldestFirst.filter((observation) => !isImported(observation))]).body;
}
