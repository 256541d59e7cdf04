/** Takes entries one by one into a profile's database, inside a transaction, and counts what is new. */
import { createQueries } from '../../../platform/queries.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { erasedWith, standLatestLabel } from '../../core/annotations/address-labels.ts';
import { writeSearchText } from '../../core/annotations/search-text.ts';
import { BackupError } from '../../core/backup/backup-error.ts';
import { openErasedSubjects } from '../../core/records/erased/erased-subjects.ts';
import {
  createObservationsRepository,
  type Resource,
} from '../../core/records/observations-repository.ts';
import { type PlacedObservation, placeHandedOver } from '../../core/records/place-observation.ts';
import { type Deriving, openRecords } from '../../core/records/records.ts';
import type { RecordsSchema } from '../../core/records/schema.ts';
import { kindInWords } from '../../core/records/shown-words.ts';
import type { Records } from '../../core/records/types.ts';
import { cleanRow } from './collect.ts';
import { type Entry, entryId, type RowEntry } from './entries.ts';
import { insert, isHere, labelled, placeOf, type Row } from './merged-rows.ts';
import type { Origins } from './origins.ts';
import {
  type EntryCounts,
  type ErasureThere,
  type HandoverDifference,
  type MergedHandover,
  noEntries,
  ofRequest,
} from './outcome.ts';
import { addResolutions, type Meaning, meaningOf, resolutionsOf } from './resolutions.ts';

export interface Merging {
  take(entry: Entry): void;
  /** What is taken from now on is of another file. */
  goOnWith(origins: Origins): void;
  /** Derives what follows from what came. */
  finish(): MergedHandover;
}

type Of<What extends Entry['what']> = Extract<Entry, { readonly what: What }>;

/** Differences that are told one by one. */
const toldDifferences = 100;
/** Observations that are kept until records are made of them; those of more are read again. */
const mostAppended = 2_000;
/** Versions of a note or reference, or resolutions of a request: far more than people write. */
const mostOfOne = 10_000;

/**
 * @param known   secrets that are cut by value
 * @param records where many merge one after another: opening them takes as long as several entries
 */
export function createMerging(
  sqlite: Sqlite,
  first: Origins,
  known: readonly string[],
  records: () => Pick<Records, 'refold'> & Deriving = () => openRecords({ sqlite }),
): Merging {
  let origins = first;
  const observations = createObservationsRepository(
    createQueries<RecordsSchema>(sqlite),
    sqlite.seal,
  );
  const counts = { brought: noEntries(), here: noEntries() };
  const differences: HandoverDifference[] = [];
  let differing = 0;
  const appended: PlacedObservation[] = [];
  const touched = new Map<string, Resource>();
  const erased = openErasedSubjects(sqlite);
  const erasures: ErasureThere[] = [];
  const resolvedBy = new Map<string, number>();

  const count = (what: keyof EntryCounts, isNew: boolean): void => {
    counts[isNew ? 'brought' : 'here'][what] += 1;
  };
  const differ = (difference: HandoverDifference): void => {
    differing += 1;
    if (differences.length < toldDifferences) differences.push(difference);
  };

  function takeObservation({ from, content }: Of<'observation'>): void {
    const placed = placeHandedOver(content, known);
    const { kind, id, observationId, observedAt } = placed;
    const isNew = observations.append(placed);
    count('observation', isNew);
    const place = { what: 'observation', kind, id, part: '', at: observedAt };
    origins.add(observationId, place, from, isNew);
    if (!isNew) return;
    if (appended.length < mostAppended) appended.push(placed);
    else touched.set(`${kind} ${id}`, { kind, id });
    if (content.raw === null) return;
    sqlite.run(
      'INSERT INTO handover_raw (observation_id, raw) VALUES (?, ?) ON CONFLICT DO NOTHING',
      [observationId, content.raw],
    );
  }

  /** A person decides about one that is not known here. */
  function takeErasure({ content }: Of<'erasure'>): void {
    const { customer_id: customerId, at, erased_by: by, reason, ...lifted } = content;
    const here = erased
      .list()
      .find((erasure) => erasure.customerId === customerId && erasure.at === at);
    if (here !== undefined && (here.liftedAt !== null || lifted.lifted_at === null)) {
      count('erasure', false);
      return;
    }
    erasures.push({
      customerId,
      at,
      by,
      reason,
      liftedAt: lifted.lifted_at,
      liftedBy: lifted.lifted_by,
      liftReason: lifted.lift_reason,
      isHere: here !== undefined,
    });
  }

  /** A row that stands for itself. `isMissing`: it was looked for. */
  function addRow({ what, from, content: given }: RowEntry, isMissing = false): boolean {
    const cleaned = cleanRow<Row>(given, known);
    const content = what === 'label' ? labelled(cleaned) : cleaned;
    const isNew = isMissing || !isHere(sqlite, what, content);
    if (isNew) insert(sqlite, what, content);
    count(what, isNew);
    origins.add(entryId(what, content), placeOf(what, content), from, isNew);
    return isNew;
  }

  /** As history: none of them is ever sent. */
  function takeRequest(entry: Of<'request'>): void {
    const { key, state: there } = entry.content;
    const [here] = sqlite.texts('SELECT state FROM intents WHERE key = ?', [key]);
    if (here === undefined || isHere(sqlite, 'request', cleanRow<Row>(entry.content, known))) {
      addRow(entry, here === undefined);
    } else {
      count('request', false);
      if (here !== there) differ(ofRequest('Outcome', key, here, there));
    }
  }

  /** All that the file has of a record's reference. What was said last stands. */
  function takeReferences(entries: readonly Of<'reference'>[]): void {
    const [first] = entries;
    if (first === undefined) return;
    const { kind, id } = first.content;
    const textsBefore = sqlite.texts(
      `SELECT written_at || ' ' || reference FROM annotation_reference_versions
       WHERE kind = ? AND id = ? ORDER BY written_at, reference`,
      [kind, id],
    );
    addVersions(textsBefore, entries, 'Reference', (content) => content.reference);
  }

  function takeLabel(entry: Of<'label'>): void {
    const { kind, id } = entry.content;
    if (addRow(entry)) writeSearchText(sqlite, [kind, id]);
  }

  /** An address that was erased here with its customer stays away. */
  function takeAddressLabel(entry: Of<'addressLabel'>): void {
    const { network, address, written_at: observedAt } = entry.content;
    const id = erasedWith(sqlite, network, address);
    if (id !== null && erased.isKnown({ id, body: {}, observedAt })) count('addressLabel', false);
    else if (addRow(entry)) standLatestLabel(sqlite, network, address);
  }

  /** The one that was given last stands. */
  function takeName(entry: Of<'displayName'>): void {
    const { customer_id: id } = entry.content;
    const isShown = sqlite.first(
      "SELECT 1 FROM observations WHERE kind = 'customer' AND id = ? LIMIT 1",
      [id],
    );
    if (!addRow(entry)) return;
    writeSearchText(sqlite, ['customer', id]);
    if (isShown !== undefined) touched.set(`customer ${id}`, { kind: 'customer', id });
  }

  /** All versions of a note that the file has. The latest of all stands; the others stay its history. */
  function takeNotes(entries: readonly Of<'note'>[]): void {
    const [first] = entries;
    if (first === undefined) return;
    const { kind, id, note_id: note } = first.content;
    const textsBefore = sqlite.texts(
      `SELECT written_at || ' ' || text FROM annotation_notes
       WHERE kind = ? AND id = ? AND note_id = ? ORDER BY written_at, text`,
      [kind, id, note],
    );
    addVersions(textsBefore, entries, 'Note', (content) => content.text);
  }

  /** Adds what is new, and tells where both sides went on from the same by themselves. @param before here, each after its time */
  function addVersions<One extends Of<'note'> | Of<'reference'>>(
    before: readonly string[],
    entries: readonly One[],
    what: string,
    textOf: (content: One['content']) => string,
  ): void {
    const there = entries.map(({ content }) => `${content.written_at} ${textOf(content)}`);
    const added = entries.filter((entry) => addRow(entry));
    const [first] = entries;
    if (added.length === 0 || first === undefined) return;
    const { kind, id } = first.content;
    writeSearchText(sqlite, [kind, id]);
    const isApart = before.some((text) => !there.includes(text));
    if (!isApart) return;
    const read = (text: string | undefined) => text?.slice(text.indexOf(' ') + 1) ?? '';
    differ({
      what,
      of: `${kindInWords(kind)} ${id}`,
      here: read(before.at(-1)),
      there: read(there.toSorted().at(-1)),
    });
  }

  /** All resolutions of a request that the file has. */
  function takeResolutions(entries: readonly Of<'resolution'>[]): void {
    const key = entries[0]?.content.intent_key ?? '';
    const [state = 'missing'] = sqlite.texts('SELECT state FROM intents WHERE key = ?', [key]);
    const contents = entries.map(({ content }) => cleanRow(content, known));
    if (state !== 'unknown') {
      differ(ofRequest('Resolution', key, state, contents.at(-1)?.verdict ?? ''));
      return;
    }
    const before = meaningOf(resolutionsOf(sqlite, key));
    const added = addResolutions(sqlite, key, contents);
    const names = new Set(added.map(({ entry }) => entry));
    const here = new Set(resolutionsOf(sqlite, key).map(({ entry }) => entry));
    for (const [index, content] of contents.entries()) {
      const entry = entryId('resolution', content);
      const isNew = names.has(entry);
      count('resolution', isNew);
      if (here.has(entry)) placeResolution(content, entries[index]?.from ?? [], isNew);
    }
    if (added.length > 0) tellResolutions(key, before, added.at(-1)?.content.verdict ?? '');
  }

  function placeResolution(
    content: Of<'resolution'>['content'],
    from: readonly string[],
    isNew: boolean,
  ): void {
    const { intent_key: id, settled_by: by, settled_at: at } = content;
    const place = { what: 'resolution', kind: 'request', id, part: '', at };
    const told = origins.toldAgain();
    origins.add(entryId('resolution', content), place, from, isNew);
    if (isNew || origins.toldAgain() > told) resolvedBy.set(by, (resolvedBy.get(by) ?? 0) + 1);
  }

  function tellResolutions(key: string, before: Meaning | null, there: string): void {
    const now = meaningOf(resolutionsOf(sqlite, key));
    if (now === null) differ(ofRequest('Resolution', key, before?.verdict ?? 'unknown', there));
    // Each computer refuses that by itself; a person reopens one of the two.
    for (const other of othersWith(sqlite, key, now?.resource_id ?? null))
      differ(ofRequest(`Result ${now?.resource_id}`, key, `result of request ${other}`, there));
  }

  const notes = inGroups<Of<'note'>>(({ content }) => content.note_id, takeNotes);
  const references = inGroups<Of<'reference'>>(
    ({ content: { kind, id } }) => `${kind} ${id}`,
    takeReferences,
  );
  const resolutions = inGroups<Of<'resolution'>>(
    ({ content }) => content.intent_key,
    takeResolutions,
  );

  return {
    take(entry) {
      switch (entry.what) {
        case 'observation':
          return takeObservation(entry);
        case 'erasure':
          return takeErasure(entry);
        case 'request':
          return takeRequest(entry);
        case 'note':
          return notes.take(entry);
        case 'reference':
          return references.take(entry);
        case 'label':
          return takeLabel(entry);
        case 'addressLabel':
          return takeAddressLabel(entry);
        case 'displayName':
          return takeName(entry);
        case 'resolution':
          return resolutions.take(entry);
        default:
          addRow(entry);
      }
    },
    goOnWith(others) {
      notes.end();
      references.end();
      resolutions.end();
      origins = others;
    },
    finish() {
      notes.end();
      references.end();
      resolutions.end();
      const deriving = records();
      deriving.deriveFrom(appended);
      deriving.refold([...touched.values()]);
      // Changes are found again, with the sign-offs that came.
      if (counts.brought.changeSignOff > 0) sqlite.run('UPDATE drift_cursor SET derivation = -1');
      return {
        ...counts,
        toldAgain: origins.toldAgain(),
        differing,
        differences,
        erasures,
        resolvedBy: [...resolvedBy].map(([person, count]) => ({ person, count })),
      };
    },
  };
}

/** Hands those that follow one another under the same name over together. */
function inGroups<One>(nameOf: (one: One) => string, handle: (group: readonly One[]) => void) {
  let group: One[] = [];
  let name = '';
  const end = (): void => {
    const whole = group;
    group = [];
    if (whole.length > 0) handle(whole);
  };
  return {
    take(one: One): void {
      if (nameOf(one) !== name) end();
      name = nameOf(one);
      group.push(one);
      if (group.length > mostOfOne) {
        throw new BackupError(
          'damaged',
          'This file has more of one note, reference or request than people write.',
        );
      }
    },
    end,
  };
}

/** Other requests that created the same, or were resolved to have. */
const othersWith = (sqlite: Sqlite, key: string, resourceId: string | null): readonly string[] =>
  sqlite.texts('SELECT key FROM standing_intents WHERE resource_id = ? AND key <> ? ORDER BY key', [
    resourceId,
    key,
  ]);
