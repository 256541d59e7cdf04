/** The receiver's inbox under power cuts: what was answered 200 before is stored, with its content. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openProofInbox } from '../receiver/host.ts';
import { numberedDelivery, sendAll } from '../receiver/sender.ts';
import { startServer } from '../receiver/server-process.ts';
import { inspectInbox } from '../receiver/stored.ts';
import { type CutReport, cutPower, record, syncsOf } from './power-cuts.ts';
import type { LogEntry } from './write-log.ts';

export interface InboxCutReport extends CutReport {
  readonly acknowledged: number;
  readonly groups: number;
  /** How often writes to the write-ahead log were forced to the disk. */
  readonly syncs: number;
}

export async function inboxCuts(options: {
  readonly directory: string;
  readonly deliveries: number;
  readonly cuts: number;
  readonly seed: number;
}): Promise<InboxCutReport> {
  const { directory, deliveries, seed } = options;
  const live = join(directory, 'live');
  mkdirSync(live);
  // The files as they are before the load are the base on which the log is replayed.
  await (await openProofInbox(live)).close();
  let lines: Lines = new Map();
  let groups = 0;
  const recorded = await record(directory, live, async (wrapper) => {
    const server = await startServer(live, wrapper);
    let number = 0;
    const sent = await sendAll(server.port, 8, () => {
      number += 1;
      return number > deliveries
        ? null
        : numberedDelivery(`${seed}p${number}`, (number * 37) % 3000);
    });
    lines = new Map(sent.map(({ port, acknowledged }) => [port, acknowledged]));
    // Not to strace, which blocks it.
    process.kill(server.pid, 'SIGTERM');
    const last = await server.lines.next();
    await server.ended;
    groups = (JSON.parse(String(last.value)) as { groups: number }).groups;
  });
  const report = await cutPower(recorded, {
    ...options,
    async inspect(folder, before) {
      const found = inspectInbox(folder);
      const lost = acknowledgedIn(before, lines).filter((one) => !found.signatures.has(one));
      return [
        ...(lost.length > 0 ? [`${lost.length} are lost`] : []),
        ...(found.withoutContent > 0 ? ['content is lost'] : []),
        ...(found.integrity === 'ok' ? [] : [found.integrity]),
      ];
    },
  });
  const acknowledged = acknowledgedIn(recorded.log, lines).length;
  return { ...report, acknowledged, groups, syncs: syncsOf('inbox.db-wal', recorded.log) };
}

type Lines = ReadonlyMap<number, readonly string[]>;

/** Signatures whose 200 was on its way: the nth answer on a connection is that to its nth request. */
function acknowledgedIn(log: readonly LogEntry[], lines: Lines): string[] {
  const counts = new Map<number, number>();
  for (const entry of log) {
    if (entry.kind !== 'answer') continue;
    const answers = entry.text.split('HTTP/1.1 200').length - 1;
    counts.set(entry.port, (counts.get(entry.port) ?? 0) + answers);
  }
  return [...counts].flatMap(([port, count]) => (lines.get(port) ?? []).slice(0, count));
}
