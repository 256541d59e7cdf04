/** What takes long of a hand-over, in a thread. */
import { type JsonObject, jsonObject } from '../../../contract/scalars.ts';
import { readJson } from '../../../platform/json-column.ts';
import {
  type ChangedValues,
  noChangedValues,
  watchValues,
} from '../../core/records/changed-values.ts';
import {
  type ErasedSubjects,
  openErasedSubjects,
} from '../../core/records/erased/erased-subjects.ts';
import { lasting } from '../../core/records/erased/lasting.ts';
import { openRecords } from '../../core/records/records.ts';
import type { Entry } from '../../features/handover/entries.ts';
import { type HandoverStart, readHandover } from '../../features/handover/file.ts';
import { type MergeHandoverOrder, mergeHandover } from '../../features/handover/merge.ts';
import type { ErasureThere, MergedHandover } from '../../features/handover/outcome.ts';
import { createHandoverWriter } from '../../features/handover/write.ts';
import { chosenFields } from '../../features/payouts/choices.ts';
import { resolvesForTeam } from '../../features/team/voice.ts';
import { beginPurge, eraseAgain } from '../erasure/erase-again.ts';
import { open } from '../erasure/erase-records.ts';
import { createGoneTexts, type GoneTexts } from '../erasure/gone-texts.ts';
import { copyDatabase } from '../restore-beside/stage.ts';

export interface InspectedHandover {
  readonly start: HandoverStart;
  readonly digest: string;
  readonly entries: number;
}

/** Reads the file through and proves all of it. Throws BackupError. */
function inspect(file: string, key: Uint8Array): InspectedHandover {
  const { start, digest, entries } = readHandover(file, key, { entry: () => undefined });
  return { start, digest, entries };
}

/** An erasure that is not known here as it is told, with the customer's name here; null where none is known. */
export type NamedErasure = ErasureThere & { readonly name: string | null };
type Merged = MergedHandover & {
  readonly erasures: readonly NamedErasure[];
  /** Records that are here and show other values by what came. */
  readonly changed: ChangedValues;
  /** The team believes what this computer tells of resolutions. */
  readonly isBelieved: boolean;
};

/** What was erased here stays erased, whatever the file brings. */
function merge(order: MergeHandoverOrder): Merged {
  let purge: ReturnType<typeof beginPurge> | undefined;
  const names = new Map<string, string | null>();
  let isBelieved = false;
  let changed = noChangedValues;
  const merged = mergeHandover(order, (sqlite) => {
    const subjects = openErasedSubjects(sqlite, chosenFields(sqlite));
    const gone = createGoneTexts();
    const watched = watchValues(sqlite);
    return {
      entry(entry) {
        if (entry.what === 'observation') watched.add(entry.content);
        addGone(entry, subjects, gone);
      },
      settle({ erasures }) {
        if (eraseAgain(sqlite, subjects.list(), gone) > 0) purge = beginPurge(sqlite);
        changed = watched.changed();
        const records = openRecords({ sqlite });
        for (const { customerId: id } of erasures)
          names.set(id, records.columns('customer', id)?.name ?? null);
        isBelieved = resolvesForTeam(sqlite);
      },
    };
  });
  if (purge !== undefined) open(order.into, purge);
  return {
    ...merged,
    isBelieved,
    changed,
    erasures: merged.erasures.map((erasure) => ({
      ...erasure,
      name: names.get(erasure.customerId) ?? null,
    })),
  };
}

/**
 * What is here of an erased customer says no more what went, and what the file has of the same is not taken: so
 * it is heard here, for whoever wrote those words elsewhere.
 */
function addGone(entry: Entry, subjects: ErasedSubjects, gone: GoneTexts): void {
  if (subjects.list().length === 0) return;
  const addTexts = (id: string, body: JsonObject, observedAt: string): void => {
    const end = subjects.endOf({ id, body, observedAt });
    if (end === null) return;
    gone.addNames(body, end);
    const onGone = (text: string, key: string): void => gone.add(text, key, end);
    lasting(body, { figures: new Set(subjects.names().figures), onGone });
  };
  if (entry.what === 'observation') {
    const { id, body, observedAt } = entry.content;
    addTexts(id, body, observedAt);
  } else if (entry.what === 'request') {
    const { resource_id: id, journalled_at: observedAt, input } = entry.content;
    const body = readJson(jsonObject, input);
    addTexts(id ?? '', body, observedAt);
  }
}

export const handoverCalls = () => ({
  ...createHandoverWriter(),
  inspect,
  copy: copyDatabase,
  merge,
});
