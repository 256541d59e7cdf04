/** A computer follows what a hostile database shows it: nothing of that is believed, and each is named. */
import { seeded } from '../../../src/contract/testing/seeded.ts';
import { checkAhead, hashOfEntry, headOfEntry } from '../../../src/team-log/entry.ts';
import { createJudge } from '../../../src/team-log/judge.ts';
import { createMemoryStore } from '../../../src/team-log/memory-store.ts';
import { type Followed, follow, type Shown } from '../../../src/team-log/testing/shown.ts';
import type { BatchReport } from '../proof.ts';
import { type Mutated, mutations, type ShownEntry } from './mutations.ts';
import { createStory, type Story } from './story.ts';

/** The victim had all of it up to some entries before the one that is changed. */
const mostBefore = 3;
/** Entries that are shown after it: both witnesses speak within them. */
const after = 4;

/** Of every stream that the computer knows, also where nothing is shown of it. */
function byStream(story: Story, shown: readonly ShownEntry[]): Shown {
  const streams = new Map<string, ShownEntry['entry'][]>(story.streams.map((one) => [one, []]));
  for (const { stream, entry } of shown) {
    streams.set(stream, [...(streams.get(stream) ?? []), entry]);
  }
  return streams;
}

function followed(story: Story, { shown, had = 0 }: Mutated, until: number): Followed {
  const store = createMemoryStore();
  for (const entry of story.entries.slice(0, had)) {
    store.take(entry.stream, entry.author, headOfEntry(entry));
    if (entry.kind === 'membership') store.keepMembership(entry);
  }
  const judge = createJudge(story.team, store);
  const visible = shown.slice(0, until);
  return follow(judge, byStream(story, visible), {
    fresh: byStream(story, visible.slice(had)),
    heard: story.heard,
  });
}

/** What did not hold, in words. */
function breachesOf(story: Story, mutated: Mutated, seen: Followed): readonly string[] {
  const signed = new Set(mutated.signed?.map(hashOfEntry));
  const believed = seen.taken.filter((hash) => !story.genuine.has(hash) && !signed.has(hash));
  const twice = seen.taken.length - new Set(seen.taken).size;
  const isNamed =
    mutated.named.length === 0
      ? seen.known > 0
      : seen.problems.some(
          ({ kind, author }) =>
            mutated.named.includes(kind) && (mutated.author === null || mutated.author === author),
        );
  return [
    ...(believed.length > 0 ? [`${believed.length} believed`] : []),
    ...(twice > 0 ? [`${twice} taken twice`] : []),
    ...(isNamed ? [] : [`not named ${mutated.named.join(' or ')}`]),
  ];
}

export interface HostileOptions {
  readonly mutations: number;
  readonly seed: number;
}

export async function hostileRounds({
  mutations: count,
  seed,
}: HostileOptions): Promise<BatchReport> {
  const story = createStory(seed);
  const breaches: string[] = [];
  const truth = followed(
    story,
    { shown: asIs(story), named: [], author: null },
    story.entries.length,
  );
  if (truth.problems.length > 0 || truth.taken.length !== story.entries.length) {
    breaches.push(`seed ${seed}: what is true is not taken: ${JSON.stringify(truth.problems[0])}`);
  }
  const next = seeded(seed);
  const choose = <Value>(list: readonly Value[]): Value => {
    const chosen = list[Math.floor(next() * list.length)];
    if (chosen === undefined) throw new Error('There is nothing to choose.');
    return chosen;
  };
  const names = Object.keys(mutations);
  const figures: Record<string, number> = { mutations: 0 };
  for (let done = 0; done < count; ) {
    const name = choose(names);
    const position = Math.floor(next() * story.entries.length);
    const mutated = mutations[name]?.(story, position, choose) ?? null;
    if (mutated === null) continue;
    // As pages of the log are, before they are judged.
    await checkAhead(mutated.shown.map(({ entry }) => entry));
    const had = mutated.had ?? Math.max(0, position - Math.floor(next() * mostBefore));
    const isWhole = mutated.had !== undefined || next() < 0.05;
    const until = isWhole ? mutated.shown.length : windowEnd(story, position);
    const seen = followed(story, { ...mutated, had }, until);
    for (const breach of breachesOf(story, mutated, seen)) {
      breaches.push(`seed ${seed}, mutation ${done} (${name} at ${position}): ${breach}`);
    }
    figures['mutations'] = (figures['mutations'] ?? 0) + 1;
    figures[name] = (figures[name] ?? 0) + 1;
    done += 1;
  }
  return { figures, breaches };
}

const asIs = ({ entries }: Story): readonly ShownEntry[] =>
  entries.map((entry) => ({ entry, stream: entry.stream }));

/** Where both witnesses of that stream have spoken again. */
function windowEnd({ entries }: Story, position: number): number {
  const stream = entries[position]?.stream;
  const later = entries.flatMap(({ kind, stream: of }, index) =>
    kind === 'heads' && of === stream && index > position ? [index] : [],
  );
  return Math.max(position + after, (later[1] ?? entries.length) + 2);
}
