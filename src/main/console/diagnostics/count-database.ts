/** How much of what a profile's database holds. */
import { type DiagnosticsCounts, diagnosticsRecordKind } from '../../../bridge/diagnostics.ts';
import { intentState } from '../../../bridge/intents.ts';
import type { Migration } from '../../../platform/migrations.ts';
import { readInThread } from '../../../platform/read-in-thread.ts';
import { programOfThread } from '../../../platform/thread-program.ts';

export interface CountOrder {
  readonly file: string;
  readonly key: Uint8Array;
}

export interface CountedRow {
  readonly name: string;
  readonly count: number;
}

export interface CountedDatabase {
  readonly migrations: readonly string[];
  readonly records: readonly CountedRow[];
  readonly observations: number;
  readonly requests: readonly CountedRow[];
  readonly auditEntries: number;
}

const names = { source: 'counts-thread', program: 'diagnostics-reader' };
const most = { mebibytes: 128, ms: 15_000 };

/** Changes nothing of it. Rejects with what opening or reading it throws, or TookTooMuch. */
export async function countDatabase(
  order: CountOrder,
  known: readonly Migration[],
): Promise<DiagnosticsCounts> {
  const { head } = await readInThread<CountedDatabase, never>({
    program: programOfThread(names, import.meta.url),
    data: order,
    most,
    signal: new AbortController().signal,
  });
  const ids = new Set(known.flatMap(({ id, replaces = [] }) => [id, ...replaces]));
  const applied = new Set(head.migrations);
  return {
    schema: {
      applied: applied.size,
      missing: known.filter(({ id }) => !applied.has(id)).length,
      unknown: head.migrations.filter((id) => !ids.has(id)).length,
    },
    records: sumsOf(head.records, (name) => diagnosticsRecordKind.safeParse(name).data ?? 'other'),
    observations: head.observations,
    requests: sumsOf(head.requests, (name) => intentState.parse(name)),
    auditEntries: head.auditEntries,
  };
}

function sumsOf<Name extends string>(
  rows: readonly CountedRow[],
  nameOf: (name: string) => Name,
): Partial<Record<Name, number>> {
  const sums = new Map<Name, number>();
  for (const { name, count } of rows) sums.set(nameOf(name), (sums.get(nameOf(name)) ?? 0) + count);
  return Object.fromEntries(sums) as Partial<Record<Name, number>>;
}
