/** What an owner says of a problem of the log, as it is in the log and as it is taken from there. */
import { z } from 'zod';
import { readJson } from '../../../platform/json-column.ts';
import { hex16, hex32, type SignedEntry } from '../../../team-log/entry.ts';
import { problemKinds } from '../../../team-log/problems.ts';
import type { TeamState } from './team-state.ts';

export const acknowledgement = z.strictObject({
  version: z.literal(1),
  problem: z.strictObject({
    kind: z.enum(problemKinds),
    stream: hex16,
    author: hex32,
    sequence: z.int().min(1),
    until: z.int().min(1),
  }),
  note: z.string().min(1).max(500),
});

export type RecordAct = (action: string, facts: Record<string, string | number | null>) => void;

/** Takes what an owner said elsewhere. In a transaction. Throws for another form. */
export function takeAcknowledgement(
  state: TeamState,
  record: RecordAct,
  { author: by, at }: SignedEntry,
  bytes: Uint8Array,
  personOf: (key: string) => string,
): void {
  const { problem, note } = readJson(acknowledgement, bytes);
  // Nobody talks the others out of a problem of what they wrote themselves.
  if (personOf(problem.author) === personOf(by)) return;
  if (state.acknowledge({ problem, note, by, at }))
    record('problem-acknowledged', { ...problem, note, owner: by });
}
