/** What a team's log brings of customers that were erased here. */
import { z } from 'zod';
import { type JsonObject, jsonObject } from '../../../contract/scalars.ts';
import { readJson } from '../../../platform/json-column.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import {
  type AboutSubject,
  type ErasedSubjects,
  FOR_EVER,
  openErasedSubjects,
  subjectIn,
} from '../../core/records/erased/erased-subjects.ts';
import { lasting } from '../../core/records/erased/lasting.ts';
import { type Entry, rowTables } from '../../features/handover/entries.ts';
import { chosenFields } from '../../features/payouts/choices.ts';
import type { Reduce } from '../../features/team/fact-store.ts';
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

/** @param at when it was written */
type Scrub = <Of extends Entry>(entry: Of, at: string) => Of;

/** @param keepAll reads all accounts, so it is called where something would go */
function createScrub(gone: GoneTexts, keepAll: () => void): Scrub {
  let asked = 0;
  const leftOf = <Of extends Entry>(entry: Of, scrub: (text: string) => string): Of => ({
    ...entry,
    content: scrubJson(entry.content, scrub) as Of['content'],
  });
  return (entry, at) => {
    const { length } = gone.telling();
    if (length === 0) return entry;
    let isFound = false;
    const left = leftOf(entry, (text) => {
      const scrubbed = gone.scrub(text, at);
      isFound ||= scrubbed !== text;
      return scrubbed;
    });
    if (!isFound || asked >= length) return left;
    keepAll();
    asked = gone.telling().length;
    return leftOf(entry, (text) => gone.scrub(text, at));
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
  const hear = (observed: AboutSubject): JsonObject => {
    const end = subjects.endOf(observed) ?? FOR_EVER;
    gone.addNames(observed.body, end);
    const onGone = (text: string, key: string): void => gone.add(text, key, end);
    return lasting(observed.body, { figures, onGone });
  };
  const isTheirs = (id: string, observedAt: string, body: JsonObject = {}): boolean =>
    subjects.isKnown({ id, body, observedAt });
  switch (entry.what) {
    case 'observation': {
      const { content } = entry;
      if (!subjects.covers(content)) {
        keepInstructions(content, gone, erased);
        return scrub(entry, content.observedAt);
      }
      const body = hear(content);
      return { ...entry, content: { ...content, body, deviations: [], raw: null } };
    }
    case 'request': {
      const { journalled_at, resource_id, input } = entry.content;
      const id = resource_id ?? '';
      const body = readJson(jsonObject, input);
      if (!isTheirs(id, journalled_at, body)) return scrub(entry, journalled_at);
      hear({ id, body, observedAt: journalled_at });
      return null;
    }
    // A person decides about an erasure, so none comes by itself.
    case 'erasure':
      return null;
    case 'resolution':
      return entry;
    case 'addressLabel': {
      const left = scrub(entry, entry.content.written_at);
      return left.content.address === entry.content.address ? left : null;
    }
    default: {
      const { about, at } = rowTables[entry.what];
      const row = texts.parse(entry.content);
      const written = row[at] ?? '';
      return isTheirs(row[about.id] ?? '', written) ? null : scrub(entry, written);
    }
  }
}

type Observed = Extract<Entry, { what: 'observation' }>['content'];
type Ids = ReadonlySet<string>;

/** Spares deposit instructions that an account of somebody else has too. That account is stored later. */
function keepInstructions({ kind, id, body }: Observed, gone: GoneTexts, erased: Ids): void {
  if (kind !== 'virtualAccount' || gone.telling().length === 0) return;
  if (erased.has(id) || subjectIn(body, (one) => erased.has(one)) !== null) return;
  for (const text of Object.values(texts.safeParse(body['depositInstructions']).data ?? {}))
    gone.keep(text);
}
