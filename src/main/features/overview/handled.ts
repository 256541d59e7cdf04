/** What a person put aside of the lines: it covers what was there, and nothing that is new. */
import { z } from 'zod';
import {
  endedHere,
  type HandledView,
  handledAs,
  type Need,
  type NeedItem,
  type NeedKind,
  needKind,
  shownItems,
} from '../../../bridge/overview.ts';
import { canonicalJson, sha256Hex } from '../../../platform/canonical-json.ts';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import { jsonText } from '../../../platform/json-column.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import type { Audit } from '../../core/audit/types.ts';
import { Failed } from '../../core/intents/failed.ts';
import { requireNoKey } from '../../core/intents/no-key.ts';
import { requireNoSecret } from '../../core/intents/no-secret.ts';
import type { FoundNeeds } from './needs/need-source.ts';

const handledRow = z
  .object({
    sequence: z.number(),
    kind: needKind,
    handled_as: handledAs,
    items: jsonText.pipe(z.array(z.string())),
    count: z.number(),
    note: z.string(),
    at: z.string(),
    until: z.string().nullable(),
  })
  .transform(({ sequence, handled_as, items, ...row }) => ({
    view: { ...row, id: sequence, as: handled_as } satisfies HandledView,
    marks: new Set(items),
  }));
type StoredHandled = z.output<typeof handledRow>;

const markOf = ({ id, at }: NeedItem): string => `${id}@${at}`;

/** A line with all that it covers. */
export interface OpenNeed extends Need {
  readonly marks: readonly string[];
}

export interface HandleOrder {
  readonly as: HandledView['as'];
  readonly until: string | null;
  readonly note: string;
}

export interface Handled {
  /** What is left of what was found; null where nothing is. */
  open(kind: NeedKind, found: FoundNeeds): OpenNeed | null;
  /** What is put aside and still there, newest first. `found`: undefined where that is not known. */
  inEffect(found: ReadonlyMap<NeedKind, FoundNeeds | undefined>): HandledView[];
  /** Throws Failed INVALID for an order that can't be. */
  add(need: OpenNeed, order: HandleOrder): HandledView;
  bringBack(id: number): boolean;
}

export interface HandledParts {
  /** With overviewMigrations applied. */
  readonly sqlite: Sqlite;
  readonly audit: Pick<Audit, 'append'>;
  readonly clock: Clock;
}

const invalid = (sentence: string, cause: string) => new Failed('INVALID', { sentence, cause });

export function openHandled({ sqlite, audit, clock }: HandledParts): Handled {
  const stored = (kind: NeedKind): StoredHandled[] =>
    z.array(handledRow).parse(
      sqlite.all(
        `SELECT * FROM overview_handled WHERE kind = ? AND brought_back_at IS NULL
             AND (until IS NULL OR until > ?) ORDER BY sequence DESC`,
        [kind, isoNow(clock)],
      ),
    );

  return {
    open(kind, found) {
      const aside = stored(kind);
      const isAside = (item: NeedItem) => aside.some(({ marks }) => marks.has(markOf(item)));
      const items = found.items.filter((item) => !isAside(item));
      const covered = aside.reduce((sum, { view }) => sum + view.count, 0);
      const coveredListed = found.items.length - items.length;
      // Of very many the older ones are not listed; those put aside that are not listed are among them.
      const unlisted = found.count - found.items.length - (covered - coveredListed);
      const count = items.length + Math.max(0, found.count > found.items.length ? unlisted : 0);
      const oldest = items.at(-1)?.at;
      if (count === 0) return null;
      const marks = items.map(markOf);
      const since = aside.length === 0 ? (found.since ?? oldest) : oldest;
      return {
        ...{ kind, count, marks },
        isAtLeast: found.isAtLeast === true,
        since: since ?? isoNow(clock),
        items: items.slice(0, shownItems),
        covers: sha256Hex(canonicalJson([kind, count, marks])),
      };
    },

    inEffect(found) {
      const isThere = (handled: StoredHandled, now: FoundNeeds | undefined): boolean =>
        now === undefined ||
        now.items.some((item) => handled.marks.has(markOf(item))) ||
        (now.count > now.items.length && handled.view.count > handled.marks.size);
      return [...found]
        .flatMap(([kind, now]) => stored(kind).filter((handled) => isThere(handled, now)))
        .map(({ view }) => view)
        .toSorted((one, other) => other.id - one.id);
    },

    add({ kind, count, covers, marks }, { as, until, note }) {
      requireNoSecret(note);
      requireNoKey(note, 'The note');
      if (as === 'done' && !endedHere.includes(kind))
        throw invalid('This ends where it is resolved. Open it, or snooze it.', 'ended-elsewhere');
      const end = as === 'done' ? null : until;
      const moment = end === null ? null : Date.parse(end);
      if (as === 'snoozed' && !(moment !== null && moment > clock.now()))
        throw invalid('Enter a time that is still to come.', 'until');
      const words = note.trim();
      const at = isoNow(clock);
      const stops = moment === null ? null : new Date(moment).toISOString();
      return sqlite.transaction(() => {
        const row = sqlite.first(
          `INSERT INTO overview_handled (kind, handled_as, items, count, note, at, until)
           VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING *`,
          [kind, as, JSON.stringify(marks), count, words, at, stops],
        );
        const facts = { kind, count, covers, note: words, until: stops };
        audit.append({ action: as === 'done' ? 'overview.done' : 'overview.snoozed', facts });
        return handledRow.parse(row).view;
      });
    },

    bringBack: (id) =>
      sqlite.transaction(() => {
        const { changes } = sqlite.run(
          'UPDATE overview_handled SET brought_back_at = ? WHERE sequence = ? AND brought_back_at IS NULL',
          [isoNow(clock), id],
        );
        if (changes === 1) audit.append({ action: 'overview.brought-back', facts: { id } });
        return changes === 1;
      }),
  };
}
