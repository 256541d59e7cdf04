/** What a team's log brings of customers that were erased here. */
import { z } from 'zod';
import { type JsonObject, jsonObject } from '../../../contract/scalars.ts';
import { readJson } from '../../../platform/json-column.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import {
  type ErasedSubjects,
  openErasedSubjects,
} from '../../core/records/erased/erased-subjects.ts';
import { lasting } from '../../core/records/erased/lasting.ts';
import { type Entry, rowTables } from '../../features/handover/entries.ts';
import { chosenFields } from '../../features/payouts/choices.ts';
import type { Reduce } from '../../features/team/taking.ts';
import { createGoneTexts, type GoneTexts, scrubJson } from './gone-texts.ts';

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
    return (entry) => reduced(entry, { subjects, gone, figures });
  };
}

const texts = z.record(z.string(), z.coerce.string());

interface Reducing {
  readonly subjects: ErasedSubjects;
  readonly gone: GoneTexts;
  readonly figures: ReadonlySet<string>;
}

function reduced(entry: Entry, { subjects, gone, figures }: Reducing): Entry | null {
  const hear = (body: JsonObject): JsonObject => {
    gone.addNames(body);
    return lasting(body, { figures, onGone: gone.add });
  };
  const isTheirs = (id: string, observedAt: string, body: JsonObject = {}): boolean =>
    subjects.isKnown({ id, body, observedAt });
  switch (entry.what) {
    case 'observation': {
      const { content } = entry;
      if (!subjects.covers(content)) return scrubbed(entry, gone);
      const body = hear(content.body);
      return { ...entry, content: { ...content, body, deviations: [], raw: null } };
    }
    case 'request': {
      const { journalled_at, resource_id, input } = entry.content;
      const body = readJson(jsonObject, input);
      if (!isTheirs(resource_id ?? '', journalled_at, body)) return scrubbed(entry, gone);
      hear(body);
      return null;
    }
    // A person decides about an erasure, so none comes by itself.
    case 'erasure':
      return null;
    case 'resolution':
      return entry;
    case 'addressLabel': {
      const { address } = entry.content;
      return gone.scrub(address) === address ? scrubbed(entry, gone) : null;
    }
    default: {
      const { about, at } = rowTables[entry.what];
      const row = texts.parse(entry.content);
      return isTheirs(row[about.id] ?? '', row[at] ?? '') ? null : scrubbed(entry, gone);
    }
  }
}

const scrubbed = <Of extends Entry>(entry: Of, gone: GoneTexts): Of =>
  gone.telling().length === 0
    ? entry
    : ({ ...entry, content: scrubJson(entry.content, gone.scrub) } as Of);
