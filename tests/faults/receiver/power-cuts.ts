/**
 * Power cuts, simulated: the log of what the receiver wrote is replayed up to a moment, and of each
 * file only what was forced to the disk before it is sure to be there. Of the writes after that, the
 * disk keeps any: none, all, or some of them, the last one torn. Whatever was answered 200 before
 * the moment must be stored. (Names of files are taken as durable: both exist before the load.)
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seeded } from '../../../src/contract/testing/seeded.ts';
import { openProofInbox } from './host.ts';
import { numberedDelivery, sendAll } from './sender.ts';
import { startServer } from './server-process.ts';
import { inspectInbox } from './stored.ts';
import { type LogEntry, parseWriteLog, straceArguments } from './write-log.ts';

export interface PowerCutReport {
  readonly cuts: number;
  readonly acknowledged: number;
  readonly groups: number;
  /** How often writes to the write-ahead log were forced to the disk. */
  readonly syncs: number;
  readonly breaches: readonly string[];
}

export async function powerCuts(options: {
  readonly directory: string;
  readonly deliveries: number;
  readonly cuts: number;
  readonly seed: number;
}): Promise<PowerCutReport> {
  const { directory, deliveries, cuts, seed } = options;
  const live = join(directory, 'live');
  mkdirSync(live);
  // The files as they are before the load are the base on which the log is replayed.
  await (await openProofInbox(live)).close();
  const base = readFileSync(join(live, 'inbox.db'));
  const { entries, lines, groups } = await recordRun(directory, live, deliveries, seed);
  const draw = seeded(seed);
  const breaches: string[] = [];
  for (let cut = 1; cut <= cuts; cut++) {
    const moment = Math.floor(draw() * (entries.length + 1));
    const found = replay(join(directory, 'cut'), base, entries.slice(0, moment), draw);
    const acknowledged = acknowledgedIn(entries.slice(0, moment), lines);
    const lost = acknowledged.filter((signature) => !found.signatures.has(signature));
    if (lost.length > 0) breaches.push(`cut ${cut} at ${moment}: ${lost.length} are lost`);
    if (found.withoutContent > 0) breaches.push(`cut ${cut} at ${moment}: content is lost`);
    if (found.integrity !== 'ok') breaches.push(`cut ${cut} at ${moment}: ${found.integrity}`);
  }
  const syncs = syncsOfWal(entries);
  return { cuts, acknowledged: acknowledgedIn(entries, lines).length, groups, syncs, breaches };
}

/**
 * Of the write-ahead log alone, and only where something was written to it since the last: what a
 * checkpoint forces besides cannot stand in for the sync that a group owes.
 */
function syncsOfWal(entries: readonly LogEntry[]): number {
  const ofWal = entries.filter((entry) => entry.kind !== 'answer' && entry.file === 'inbox.db-wal');
  return ofWal.filter(({ kind }, at) => kind === 'sync' && ofWal[at - 1]?.kind === 'write').length;
}

type Lines = ReadonlyMap<number, readonly string[]>;

async function recordRun(directory: string, live: string, deliveries: number, seed: number) {
  const output = join(directory, 'strace.log');
  const server = await startServer(live, straceArguments(output));
  let number = 0;
  const lines = await sendAll(server.port, 8, () => {
    number += 1;
    return number > deliveries ? null : numberedDelivery(`${seed}p${number}`, (number * 37) % 3000);
  });
  // Not to strace, which blocks it.
  process.kill(server.pid, 'SIGTERM');
  const last = await server.lines.next();
  await server.ended;
  const { groups } = JSON.parse(String(last.value)) as { groups: number };
  const entries = parseWriteLog(readFileSync(output, 'latin1'), join(live, 'inbox.db'));
  const byPort: Lines = new Map(lines.map(({ port, acknowledged }) => [port, acknowledged]));
  return { entries, lines: byPort, groups };
}

/** Signatures whose 200 was on its way: the nth answer on a connection is that to its nth request. */
function acknowledgedIn(entries: readonly LogEntry[], lines: Lines): string[] {
  const counts = new Map<number, number>();
  for (const entry of entries) {
    if (entry.kind !== 'answer') continue;
    const answers = entry.text.split('HTTP/1.1 200').length - 1;
    counts.set(entry.port, (counts.get(entry.port) ?? 0) + answers);
  }
  return [...counts].flatMap(([port, count]) => (lines.get(port) ?? []).slice(0, count));
}

function replay(directory: string, base: Buffer, log: readonly LogEntry[], draw: () => number) {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory);
  for (const [file, start] of [
    ['inbox.db', base],
    ['inbox.db-wal', Buffer.alloc(0)],
  ] as const) {
    const own = log.filter((entry) => entry.kind !== 'answer' && entry.file === file);
    const synced = own.findLastIndex(({ kind }) => kind === 'sync');
    let content = applyAll(start, own.slice(0, synced + 1));
    const unsure = own.slice(synced + 1);
    const fate = draw();
    // None of them, all of them, or each by chance and the last one torn.
    if (fate > 0.6) content = applyAll(content, unsure);
    else if (fate > 0.3) {
      const kept = unsure.filter(() => draw() < 0.5).map((entry) => torn(entry, draw()));
      content = applyAll(content, kept);
    }
    writeFileSync(join(directory, file), content);
  }
  return inspectInbox(directory);
}

function applyAll(start: Buffer, entries: readonly LogEntry[]): Buffer {
  let content = Buffer.from(start);
  for (const entry of entries) {
    if (entry.kind === 'cut') {
      const cut = Buffer.alloc(entry.length);
      content.copy(cut, 0, 0, Math.min(entry.length, content.length));
      content = cut;
    }
    if (entry.kind !== 'write') continue;
    const end = entry.at + entry.bytes.length;
    if (end > content.length)
      content = Buffer.concat([content, Buffer.alloc(end - content.length)]);
    entry.bytes.copy(content, entry.at);
  }
  return content;
}

/** A write of which only whole sectors arrived. */
function torn(entry: LogEntry, share: number): LogEntry {
  if (entry.kind !== 'write') return entry;
  const sectors = Math.ceil((entry.bytes.length * share) / 512);
  return { ...entry, bytes: entry.bytes.subarray(0, sectors * 512) };
}
