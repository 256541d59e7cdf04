/** The traits that occur now, and what a filter makes of them. */
import { z } from 'zod';
import { flagNames } from '../../../../../bridge/event-flags.ts';
import type { TimelineFilter } from '../../../../../bridge/timeline.ts';
import type { Sqlite } from '../../../../../platform/sqlite.ts';
import { type Traits, traitsRow } from '../traits.ts';
import { type SharedById, sharedOf } from './rows.ts';

export interface CountedTraits {
  readonly id: number;
  readonly events: number;
  readonly traits: Traits;
}

export interface KnownTraits {
  /** Raised whenever the index was written. */
  readonly version: number;
  readonly all: readonly CountedTraits[];
  readonly byId: ReadonlyMap<number, Traits>;
  readonly shared: SharedById;
  /** Paths of slots by their numbers. */
  readonly paths: ReadonlyMap<number, string>;
}

const versionRow = z.object({ data_version: z.int() });
const slotRows = z.array(z.object({ slot: z.int(), path: z.string() }));
const traitsRows = z.array(traitsRow);

/** Returns what reads them again after every change of the index. */
export function createKnownTraits(sqlite: Sqlite): () => KnownTraits {
  let known: KnownTraits | null = null;
  return () => {
    const version = versionRow.parse(sqlite.first('PRAGMA data_version')).data_version;
    if (known?.version === version) return known;
    const all = traitsRows
      .parse(sqlite.all('SELECT * FROM traits'))
      .filter(({ events }) => events > 0);
    const slots = slotRows.parse(sqlite.all('SELECT slot, path FROM slots'));
    known = {
      version,
      all,
      byId: new Map(all.map(({ id, traits }) => [id, traits])),
      shared: new Map(all.map(({ id, traits }) => [id, sharedOf(traits)])),
      paths: new Map(slots.map(({ slot, path }) => [slot, path])),
    };
    return known;
  };
}

/** A filter as the index is asked: a webhook is the paths that it delivers to. */
export interface IndexFilter extends Omit<TimelineFilter, 'webhookId'> {
  /** null: any. */
  readonly slotPaths: readonly string[] | null;
}

/** Whether traits pass the filter; null when all do. */
export function testOf(known: KnownTraits, filter: IndexFilter): Test | null {
  const tests = testsOf(known, filter);
  return tests.length === 0 ? null : (traits) => tests.every((test) => test(traits));
}

type Test = (traits: Traits) => boolean;

function testsOf({ paths }: KnownTraits, filter: IndexFilter): readonly Test[] {
  const tests: Test[] = [];
  const { names, resourceKinds, slotPaths, proof } = filter;
  if (names.length > 0) {
    const whole = new Set(names);
    const beginnings = names.filter((name) => name.endsWith('.'));
    tests.push(
      ({ name }) => whole.has(name) || beginnings.some((beginning) => name.startsWith(beginning)),
    );
  }
  if (resourceKinds.length > 0) {
    tests.push(({ resourceKind }) => resourceKind !== null && resourceKinds.includes(resourceKind));
  }
  if (slotPaths !== null) {
    tests.push(({ slots }) => slots.some((slot) => slotPaths.includes(paths.get(slot) ?? '')));
  }
  if (proof !== null) tests.push((traits) => traits.proof === proof);
  for (const flag of flagNames) {
    const wanted = filter[flag];
    if (wanted !== null) tests.push((traits) => traits[flag] === wanted);
  }
  return tests;
}
