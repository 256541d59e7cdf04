/** What stands out of an event and how its two clocks stand, in sentences. */
import type { FieldChange, TimelineRow } from '../../../../bridge/timeline.ts';
import { eventMeanings, isEventName, listedEventNames } from '../../../../contract/event-names.ts';
import type { Tone } from '../../../components/status-mark.tsx';
import { formatDistance } from '../../../format/exact-instants.ts';
import { type MarkKind, marksOf, timesAgain } from '../list/event-words.ts';
import { eventTexts } from './texts.ts';

/**
 * A changed list, told by what changed in it. The bridge tells a list as one value; a person wants to
 * see that one profile became approved, not two walls of text that differ in a word.
 */
type Value = FieldChange['was'];
type Members = Readonly<Record<string, Value>>;

/**
 * Changes as they are shown, in their order. Members of a list are told apart by `id` or `name`, which
 * then stands in the path instead of a place; a list whose members have neither stays as it is.
 */
export function spreadChanges(changes: readonly FieldChange[]): FieldChange[] {
  return changes.flatMap((change) =>
    change.kind === 'changed' && Array.isArray(change.was) && Array.isArray(change.is)
      ? between(change.path, change.was, change.is)
      : [change],
  );
}

function between(path: string, was: Value, is: Value): FieldChange[] {
  if (JSON.stringify(was) === JSON.stringify(is)) return [];
  const before = membersOf(was);
  const after = membersOf(is);
  if (before === null || after === null) return [{ path, kind: 'changed', was, is }];
  const told = [...new Set([...Object.keys(after), ...Object.keys(before)])].flatMap((key) => {
    const below = `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return belowOf(below, before[key], after[key]);
  });
  // Nothing but their order is another.
  return told.length === 0 ? [{ path, kind: 'changed', was, is }] : told;
}

function belowOf(path: string, was: Value | undefined, is: Value | undefined): FieldChange[] {
  if (was === undefined) return [{ path, kind: 'added', was: null, is: is ?? null }];
  if (is === undefined) return [{ path, kind: 'removed', was, is: null }];
  return between(path, was, is);
}

/** Members of an object by key, and of a list by the name of each; null for everything else. */
function membersOf(value: Value): Members | null {
  if (value === null || typeof value !== 'object') return null;
  if (!Array.isArray(value)) return ownOnly(Object.entries(value));
  const names = value.map(nameOf);
  if (names.length > 0 && new Set(names).size !== names.length) return null;
  if (names.some((name) => name === null)) return null;
  return names.length === 0
    ? null
    : ownOnly(value.map((member, at) => [names[at] ?? '', member] as const));
}

const ownOnly = (entries: readonly (readonly [string, Value])[]): Members =>
  Object.assign(Object.create(null), Object.fromEntries(entries));

function nameOf(member: Value): string | null {
  if (member === null || typeof member !== 'object' || Array.isArray(member)) return null;
  const name = member['id'] ?? member['name'];
  return typeof name === 'string' && name !== '' ? name : null;
}

export interface Explanation {
  readonly kind: MarkKind;
  readonly tone: Tone;
  readonly sentence: string;
}

export function explanationsOf(row: TimelineRow, isProduction: boolean): Explanation[] {
  const { marks } = eventTexts;
  const sentences: Record<MarkKind, string> = {
    differs: marks.differs,
    mock: isProduction ? marks.mockInProduction : marks.mock,
    ahead: marks.ahead,
    noTime: marks.noTime,
    epoch: marks.epoch,
    late: marks.late,
    outOfOrder: marks.outOfOrder,
    seen: marks.seen(timesAgain(row)),
  };
  return marksOf(row, isProduction).map(({ kind, tone }) => ({
    kind,
    tone,
    sentence: sentences[kind],
  }));
}

/** How much later it was heard than it happened; null where the event gives no time. */
export function betweenClocks(row: Pick<TimelineRow, 'happenedAt' | 'heardAt'>): string | null {
  if (row.happenedAt === null) return null;
  const distance = Date.parse(row.heardAt) - Date.parse(row.happenedAt);
  if (Number.isNaN(distance)) return null;
  const { clocks } = eventTexts;
  if (Math.abs(distance) < 50) return clocks.together;
  const words = formatDistance(distance);
  return distance < 0 ? clocks.earlier(words) : clocks.later(words);
}

export interface Subject {
  readonly subject: 'payout' | 'kyc' | 'terms';
  readonly resourceId: string;
}

/** Whose life an event is a step of; null where it is none that is drawn (Interface 3). */
export function subjectOf(
  row: Pick<TimelineRow, 'name' | 'family' | 'resourceId' | 'customerId'>,
): Subject | null {
  const { name, family, resourceId } = row;
  if (family === 'payout') return resourceId === null ? null : { subject: 'payout', resourceId };
  const customerId = row.customerId ?? resourceId;
  if (customerId === null) return null;
  if (name.startsWith('customer.kyc.')) return { subject: 'kyc', resourceId: customerId };
  if (name.startsWith('customer.tos.')) return { subject: 'terms', resourceId: customerId };
  return null;
}

const listed: ReadonlySet<string> = new Set(listedEventNames);

/** What a name stands for, in the interface's own words (Interface 6). */
export function meaningOf(name: string): string {
  const { meansNothing, unlisted } = eventTexts.clocks;
  if (!isEventName(name)) return meansNothing;
  const words = eventMeanings[name];
  const meaning = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  return listed.has(name) ? meaning : `${meaning}; ${unlisted}`;
}
