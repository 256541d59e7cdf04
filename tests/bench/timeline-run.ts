/**
 * The timeline's index in a process of its own: `node timeline-run.ts <directory>` makes the index of
 * the inbox there, asks it, and follows deliveries as they come. One line of JSON on stdout.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { timelineFilter } from '../../src/bridge/timeline.ts';
import { createLog } from '../../src/main/core/foundation/log.ts';
import { removeIndex } from '../../src/main/features/timeline/index/open-index.ts';
import { openTimelineIndex } from '../../src/main/features/timeline/index/timeline-index.ts';
import { openInbox } from '../../src/main/features/webhooks/inbox/inbox.ts';
import { keepSmallnessHere } from '../../src/main/hosts/cli/small-process.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { at95, worst } from './statistics.ts';
import { makeEvents } from './timeline-events.ts';
import { deliveryOf, filesIn, privateKey, profileId } from './timeline-inbox.ts';
import { askedOf } from './timeline-questions.ts';

const [directory = '', asked = '200', followSeconds = '10'] = process.argv.slice(2);
const files = filesIn(directory);
const MIB = 1024 * 1024;
const BLOCKED_NS = 1e6;

keepSmallnessHere();
const startedMb = process.memoryUsage.rss() / MIB;
const inbox = await openInbox(files.inbox);
const openIndex = () =>
  openTimelineIndex({
    index: files.index,
    lookUps: () => [],
    wholeEvents: () => [],
    inboxFile: files.inbox,
    inbox,
    profileId,
    privateKey,
    isProduction: false,
    clock: systemClock,
    log: createLog({ level: 'error', destination: process.stderr }),
  });

/** Most memory of the process, threads and all, and the longest that its main thread stood still. */
async function watched<Result>(work: () => Promise<Result>) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let residentMb = 0;
  const look = (): void => {
    residentMb = Math.max(residentMb, process.memoryUsage.rss() / MIB);
  };
  const timer = setInterval(look, 100);
  delay.enable();
  const began = performance.now();
  const result = await work();
  const seconds = (performance.now() - began) / 1000;
  delay.disable();
  clearInterval(timer);
  look();
  return { result, seconds, residentMb, blockedMs: delay.max / BLOCKED_NS };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Milliseconds from opening to the first page, and to the end of the index. */
async function openToPage(): Promise<number> {
  let opened: ReturnType<typeof openIndex> | null = null;
  const ms = await timed(async () => {
    opened = openIndex();
    await opened.list({ filter: timelineFilter.parse({}), limit: 100 });
  });
  await (opened as ReturnType<typeof openIndex> | null)?.close();
  return ms;
}

removeIndex(files.index.file);
const openEmptyMs = await openToPage();
removeIndex(files.index.file);
let index = openIndex();
const load = await watched(() => index.catchUp());
await index.close();

const openings = [await openToPage(), await openToPage(), await openToPage()];
index = openIndex();
await index.catchUp();

const questions = await askedOf(index, Number(asked));
const times: Record<string, { p95: number; worst: number }> = {};
const asking = await watched(async () => {
  for (const [name, all] of Object.entries(questions)) {
    const taken: number[] = [];
    // A first few warm it up and do not count.
    for (const ask of [...all.slice(0, 10), ...all]) taken.push(await timed(() => ask(index)));
    const counted = taken.slice(10);
    times[name] = { p95: at95(counted), worst: worst(counted) };
  }
});

/** A thousand deliveries a second, in groups as the receiver makes them. */
const following = await watched(async () => {
  const seconds = Number(followSeconds);
  const events = makeEvents(seconds * 1000, 77);
  const acknowledged: number[] = [];
  const searchable: number[] = [];
  const watches: Promise<void>[] = [];
  const began = performance.now();
  for (let group = 0; group < seconds * 100; group += 1) {
    const due = began + group * 10;
    await wait(Math.max(0, due - performance.now()));
    const now = systemClock.now();
    const made = Array.from({ length: 10 }, () => events.next().value).filter((one) => one != null);
    const sentAt = performance.now();
    await inbox.append(made.map((event) => deliveryOf({ ...event, receivedAt: now })));
    acknowledged.push(performance.now() - sentAt);
    const newest = made.at(-1);
    if (group % 50 !== 0 || newest === undefined) continue;
    const { id } = JSON.parse(newest.body) as { id: string };
    const watch = async (): Promise<void> => {
      while ((await index.event(id)) === null) await wait(20);
      searchable.push((performance.now() - sentAt) / 1000);
    };
    watches.push(watch());
  }
  await Promise.all(watches);
  return { acknowledgedMs: at95(acknowledged), searchableSeconds: worst(searchable) };
});
await index.close();
await inbox.close();

process.stdout.write(
  `${JSON.stringify({ startedMb, load, openEmptyMs, openings, times, asking, following })}\n`,
);
