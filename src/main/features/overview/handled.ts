/** What a person put aside of the lines: it covers what was there, and nothing that is new. */
import { z } from 'zod';
import { endedHere, type NeedKind } from '../../../bridge/need-kinds.ts';
import {
  type HandledPart,
  type HandledView,
  handledAs,
  type Need,
  type NeedItem,
  needKind,
  shownItems,
} from '../../../bridge/overview.ts';
import { canonicalJson, sha256Hex } from '../../../platform/canonical-json.ts';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import { jsonText } from '../../../platform/json-column.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { type Audit, type Person, personName } from '../../core/audit/types.ts';
import { invalid } from '../../core/intents/failed.ts';
import { requireNoKey, requireNoSecret } from '../../core/intents/no-secret.ts';
import type { FoundNeeds } from './needs/need-source.ts';

const handledColumns = z.object({
  sequence: z.number(),
  kind: needKind,
  handled_as: handledAs,
  items: jsonText.pipe(z.array(z.string())),
  count: z.number(),
  put_by: z.string().nullable(),
  note: z.string(),
  at: z.string(),
  until: z.string().nullable(),
});
const handledRow = handledColumns.transform(
  ({ sequence, handled_as, items, put_by, kind, count, note, at, until }) => ({
    view: { id: sequence, as: handled_as, by: put_by, kind, count, note, at, until },
    marks: new Set(items),
  }),
);
type StoredHandled = z.output<typeof handledRow>;

/** Ids that an entry of the audit log names. */
const maxAudited = 50;
const putAside = handledColumns.pick({ kind: true, items: true });

const markOf = ({ id, at }: Pick<NeedItem, 'id' | 'at'>): string => `${id}@${at}`;

/** A line with all that it covers. */
export interface OpenNeed extends Need {
  readonly marks: readonly string[];
}

const coversOf = (kind: NeedKind, count: number, marks: readonly string[]): string =>
  sha256Hex(canonicalJson([kind, count, marks]));

/** null where the line is another by now, or the item is not in it. */
export function partOf(need: OpenNeed, part: HandledPart): OpenNeed | null {
  if ('covers' in part) return need.covers === part.covers ? need : null;
  const mark = markOf(part.item);
  const items = need.items.filter((item) => markOf(item) === mark);
  const covers = coversOf(need.kind, 1, [mark]);
  return items.length === 0 ? null : { ...need, count: 1, items, marks: [mark], covers };
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
  readonly person: () => Person | null;
}

export function openHandled({ sqlite, audit, clock, person }: HandledParts): Handled {
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
      // A very long list leaves out older ones, among them those put aside that are not listed.
      const unlisted = found.count - found.items.length - (covered - coveredListed);
      const count = items.length + Math.max(0, found.count > found.items.length ? unlisted : 0);
      const oldest = items.at(-1)?.at;
      if (count === 0) return null;
      const marks = items.map(markOf);
      const isListed = found.isAtLeast !== true && count === items.length;
      const known = aside.length === 0 ? (found.since ?? null) : null;
      return {
        kind,
        count,
        marks,
        isAtLeast: found.isAtLeast === true,
        since: known ?? oldest ?? isoNow(clock),
        isSinceAtLeast: !isListed && (known === null || found.isAtLeast === true),
        items: items.slice(0, shownItems),
        covers: coversOf(kind, count, marks),
      };
    },

    inEffect(found) {
      const viewed = (
        { view, marks }: StoredHandled,
        now: FoundNeeds | undefined,
      ): HandledView[] => {
        const items = now?.items.filter((item) => marks.has(markOf(item))) ?? [];
        const isThere =
          now === undefined ||
          items.length > 0 ||
          (now.count > now.items.length && view.count > marks.size);
        return isThere ? [{ ...view, items: items.slice(0, shownItems) }] : [];
      };
      return [...found]
        .flatMap(([kind, now]) => stored(kind).flatMap((handled) => viewed(handled, now)))
        .toSorted((one, other) => other.id - one.id);
    },

    add({ kind, count, covers, marks, items }, { as, until, note }) {
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
          `INSERT INTO overview_handled (kind, handled_as, items, count, note, at, until, put_by)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
          [kind, as, JSON.stringify(marks), count, words, at, stops, personName(person())],
        );
        const facts = {
          // The name says what it is: 64 hexadecimal digits by themselves are cut out as a key.
          kind,
          count,
          digest: covers,
          note: words,
          until: stops,
          // The newest of them; the digest is of all.
          ids: marks.slice(0, maxAudited),
        };
        audit.append({ action: as === 'done' ? 'overview.done' : 'overview.snoozed', facts });
        return { ...handledRow.parse(row).view, items: [...items] };
      });
    },

    bringBack: (id) =>
      sqlite.transaction(() => {
        const { changes } = sqlite.run(
          'UPDATE overview_handled SET brought_back_at = ? WHERE sequence = ? AND brought_back_at IS NULL',
          [isoNow(clock), id],
        );
        if (changes === 1) {
          const { kind, items } = putAside.parse(
            sqlite.first('SELECT kind, items FROM overview_handled WHERE sequence = ?', [id]),
          );
          const facts = { id, kind, ids: items.slice(0, maxAudited) };
          audit.append({ action: 'overview.brought-back', facts });
        }
        return changes === 1;
      }),
  };
}
