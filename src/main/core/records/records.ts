/** The records of one profile: what its observations add up to (docs/architecture.md). */
import { z } from 'zod';
import { createQueries } from '../../../platform/queries.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { createKnownSecrets, type KnownSecrets } from '../foundation/secrets/known-secrets.ts';
import { createColumns } from './columns.ts';
import { openErasedSubjects } from './erased/erased-subjects.ts';
import { createFindRecords } from './find-records.ts';
import { fold, isOverwritten } from './fold.ts';
import { foldObservations, foldPlaced, folds, inOneGo } from './fold-observations.ts';
import { addMissingColumns } from './list-table.ts';
import { createObservationsRepository, type Resource } from './observations-repository.ts';
import { comparePositions } from './order.ts';
import { createOwnNames } from './own-names.ts';
import { type PlacedObservation, placeObservation } from './place-observation.ts';
import { createReads } from './reads.ts';
import { createRecordsRepository, type StoredRecord } from './records-repository.ts';
import type { RecordsSchema } from './schema.ts';
import type { KnownRecord, NewObservation, Records } from './types.ts';

/** Raised whenever folding, records' rows or columns change: the next open derives everything again. */
const DERIVATION = 5;
const derivationRow = z.object({ version: z.number() });

export interface RecordsParts {
  readonly sqlite: Sqlite;
  /** Cut by value out of what is observed. */
  readonly known?: Pick<KnownSecrets, 'values'>;
  /** Names of fields that a person said hold an amount: they stay of what is erased. */
  readonly figures?: readonly string[];
}

/** For whoever appends observations by another way. */
export interface Deriving {
  /**
   * Derives what follows from observations that were appended in the running transaction, each of which was not
   * there before. Those of a resource together.
   */
  deriveFrom(appended: readonly PlacedObservation[]): void;
}

/**
 * Opens the records in a database that recordsMigrations were applied to. When what is derived was
 * derived by other rules, it is derived again first.
 */
export function openRecords(parts: RecordsParts): Records & Deriving {
  const { sqlite, known = createKnownSecrets() } = parts;
  const queries = createQueries<RecordsSchema>(sqlite);
  const observations = createObservationsRepository(queries, sqlite.seal);
  const stored = createRecordsRepository(queries);
  const ownNames = createOwnNames(sqlite);
  const erased = openErasedSubjects(sqlite, parts.figures);
  const place = (observation: NewObservation) =>
    placeObservation(observation, known.values(), erased);
  const columns = createColumns(queries, stored.get, observations, ownNames);

  function keep(record: KnownRecord, added: PlacedObservation | null = null): void {
    columns.put(stored.put(record), added);
  }

  /** Adds a resource of which nothing was known: nothing stored is looked for. */
  function keepNew(all: readonly PlacedObservation[]): void {
    columns.putNew(stored.putNew(foldPlaced(all)), all);
  }

  function deriveAll(): void {
    sqlite.transaction(() => {
      columns.clear();
      stored.clear();
      for (const resource of observations.resources()) keep(foldWhole(resource));
      sqlite.run('INSERT OR REPLACE INTO derivation (only, version) VALUES (1, ?)', [DERIVATION]);
    });
  }

  function foldWhole(resource: Resource): KnownRecord {
    const record = inOneGo(foldObservations(observations, resource));
    if (record === null) throw new TypeError('A record stands on at least one observation.');
    return record;
  }

  /** Adds one observation, the last in its order, to a record that holds all the others. */
  function grow(record: StoredRecord, added: PlacedObservation): KnownRecord {
    const said = { body: record.body, provenance: record.provenance };
    const entered = { body: record.entered, provenance: record.enteredProvenance };
    return {
      ...withOneMore(record, added),
      ...(added.isEntered
        ? folds(said, fold([added], entered))
        : folds(fold([added], said), entered)),
    };
  }

  const withOneMore = ({ record: _row, ...known }: StoredRecord, added: PlacedObservation) => ({
    ...known,
    firstLearnedAt: least(known.firstLearnedAt, added.observedAt),
    lastLearnedAt: most(known.lastLearnedAt, added.observedAt),
    observations: known.observations + 1,
  });

  /** It came late, and all that it says was said again since. One resource may have very many observations. */
  function saysNothingNew(record: StoredRecord, { body, position, isEntered }: PlacedObservation) {
    const later = new Map<string, boolean>();
    return (
      !isEntered &&
      isOverwritten(body, record, (observationId) => {
        const known = later.get(observationId);
        if (known !== undefined) return known;
        const other = observations.positionOf(observationId);
        const isLater = other !== null && comparePositions(other, position) > 0;
        later.set(observationId, isLater);
        return isLater;
      })
    );
  }

  /** Inside a transaction. */
  function addPlaced(placed: PlacedObservation) {
    const { observationId } = placed;
    const record = stored.get(placed.kind, placed.id);
    if (!observations.append(placed)) return { observationId, isNew: false };
    if (record === null) keepNew([placed]);
    else addTo(record, placed);
    return { observationId, isNew: true };
  }

  /** One that was just appended, to a record that holds all the others. */
  function addTo(record: StoredRecord, placed: PlacedObservation): void {
    const last = observations.lastPosition(placed, placed.isEntered);
    if (last?.observationId === placed.observationId) keep(grow(record, placed), placed);
    else if (saysNothingNew(record, placed)) keep(withOneMore(record, placed));
    else keep(foldWhole(placed));
  }

  /** All that was just appended of one resource. */
  function addAppended([first, ...others]: readonly PlacedObservation[]): void {
    if (first === undefined) return;
    const record = stored.get(first.kind, first.id);
    if (record === null) keepNew([first, ...others]);
    else if (others.length === 0) addTo(record, first);
    else keep(foldWhole(first));
  }

  const derived = sqlite.first('SELECT version FROM derivation');
  const isCurrent = derived !== undefined && derivationRow.parse(derived).version === DERIVATION;
  sqlite.transaction(() => {
    if (addMissingColumns(sqlite) || !isCurrent) deriveAll();
  });

  return {
    observe: (observation) => sqlite.transaction(() => addPlaced(place(observation))),

    observeAll: (given) =>
      sqlite.join(() => {
        const placed = given.map(place);
        const [first] = placed;
        if (first === undefined) return;
        const isOneNew =
          placed.every(({ kind, id }) => kind === first.kind && id === first.id) &&
          stored.get(first.kind, first.id) === null;
        if (isOneNew) {
          // What is there twice is one.
          keepNew(placed.filter((observation) => observations.append(observation)));
        } else {
          placed.forEach(addPlaced);
        }
      }),

    ...createReads({ observations, stored, columns, find: createFindRecords(queries) }),

    ids: (kind) => stored.ids(kind),
    bodiesAfter: (kind, after, limit) => stored.bodiesAfter(kind, after, limit),

    erased,

    ownName: ownNames.nameOf,

    giveOwnName: (customerId, name, at) =>
      sqlite.join(() => {
        ownNames.give(customerId, name, at);
        const customer = stored.get('customer', customerId);
        if (customer !== null) columns.put(customer);
      }),

    rawBytes: (resource, observationId) => observations.rawBytes(resource, observationId),

    deriveFrom: (appended) =>
      sqlite.join(() => {
        const nameOf = ({ kind, id }: Resource) => `${kind} ${id}`;
        for (const all of Map.groupBy(appended, nameOf).values()) addAppended(all);
      }),

    refold: (resources) =>
      sqlite.join(() => {
        for (const resource of resources) keep(foldWhole(resource));
      }),

    rebuild: deriveAll,
  };
}

const least = (left: string, right: string): string => (left < right ? left : right);
const most = (left: string, right: string): string => (left > right ? left : right);
