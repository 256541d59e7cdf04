/** What a team's log brings of customers that were erased here. */
import { z } from 'zod';
import { type JsonObject, jsonObject } from '../../../contract/scalars.ts';
import { readJson } from '../../../platform/json-column.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import {
  type ErasedSubjects,
  openErasedSubjects,
  subjectIn,
} from '../../core/records/erased/erased-subjects.ts';
import { lasting } from '../../core/records/erased/lasting.ts';
import { type Entry, rowTables } from '../../features/handover/entries.ts';
import { chosenFields } from '../../features/payouts/choices.ts';
import type { Reduce } from '../../features/team/taking.ts';
import { createGoneTexts, type GoneTexts, scrubJson } from './gone-texts.ts';
import { keepPooled } from './survey.ts';

/**
 * Customers that were erased here stay erased, whatever the team's log brings of them: what an entry becomes
 * before it is stored; asked for at each transaction, because what belongs to an erased
 * customer is learned on the way. An observation keeps what an erasure leaves of it; a request, a note or a
 * sign-off about one is not stored; texts of theirs that were heard are taken out of all others.
 */
export function reduceErased(sqlite: Sqlite): () => Reduce {
  const gone = createGoneTexts();
  return () => {
    const subjects = openErasedSubjects(sqlite, chosenFields(sqlite));
    if (subjects.list().length === 0) return (entry) => entry;
    const figures = new Set(subjects.names().figures);
    const erased = new Set(sqlite.texts('SELECT id FROM erased_ids'));
    const scrub = createScrub(gone, () => keepPooled(sqlite, [...erased], gone));
    return (entry) => reduced(entry, { subjects, gone, figures, erased, scrub });
  };
}

type Scrub = <Of extends Entry>(entry: Of) => Of;

/** @param keepAll reads all accounts, so it is called where something would go */
function createScrub(gone: GoneTexts, keepAll: () => void): Scrub {
  let asked = 0;
  const leftOf = <Of extends Entry>(entry: Of, scrub = gone.scrub): Of => ({
    ...entry,
    content: scrubJson(entry.content, (text) => scrub(text)) as Of['content'],
  });
  return (entry) => {
    const { length } = gone.telling();
    if (length === 0) return entry;
    let isFound = false;
    const left = leftOf(entry, (text) => {
      const scrubbed = gone.scrub(text);
      isFound ||= scrubbed !== text;
      return scrubbed;
    });
    if (!isFound || asked >= length) return left;
    keepAll();
    asked = gone.telling().length;
    return leftOf(entry);
  };
}

const texts = z.record(z.string(), z.coerce.string());

interface Reducing {
  readonly subjects: ErasedSubjects;
  readonly gone: GoneTexts;
  readonly figures: ReadonlySet<string>;
  /** IDs of who was erased once, and of what is theirs. */
  readonly erased: Ids;
  readonly scrub: Scrub;
}

function reduced(entry: Entry, { subjects, gone, figures, erased, scrub }: Reducing): Entry | null {
  const hear = (body: JsonObject): JsonObject => {
    gone.addNames(body);
    return lasting(body, { figures, onGone: gone.add });
  };
  const isTheirs = (id: string, observedAt: string, body: JsonObject = {}): boolean =>
    subjects.isKnown({ id, body, observedAt });
  switch (entry.what) {
    case 'observation': {
      const { content } = entry;
      if (!subjects.covers(content)) {
        keepInstructions(content, gone, erased);
        return scrub(entry);
      }
      const body = hear(content.body);
      return { ...entry, content: { ...content, body, deviations: [], raw: null } };
    }
    case 'request': {
      const { journalled_at, resource_id, input } = entry.content;
      const body = readJson(jsonObject, input);
      if (!isTheirs(resource_id ?? '', journalled_at, body)) return scrub(entry);
      hear(body);
      return null;
    }
    // A person decides about an erasure, so none comes by itself.
    case 'erasure':
      return null;
    case 'resolution':
      return entry;
    case 'addressLabel': {
      const left = scrub(entry);
      return left.content.address === entry.content.address ? left : null;
    }
    default: {
      const { about, at } = rowTables[entry.what];
      const row = texts.parse(entry.content);
      return isTheirs(row[about.id] ?? '', row[at] ?? '') ? null : scrub(entry);
    }
  }
}

type Observed = Extract<Entry, { what: 'observation' }>['content'];
type Ids = ReadonlySet<string>;

/** Of an account of somebody else, which is stored after this. */
function keepInstructions({ kind, id, body }: Observed, gone: GoneTexts, erased: Ids): void {
  if (kind !== 'virtualAccount' || gone.telling().length === 0) return;
  if (erased.has(id) || subjectIn(body, (one) => erased.has(one)) !== null) return;
  for (const text of Object.values(texts.safeParse(body['depositInstructions']).data ?? {}))
    gone.keep(text);
}
