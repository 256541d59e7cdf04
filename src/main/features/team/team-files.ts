/** What a team's log brought is told like a file of hand-over: one for each computer and person that wrote it. */
import { sha256Hex } from '../../../platform/canonical-json.ts';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import type { FactsStart } from './facts.ts';

export const fileBeginning = 'team:';

export interface TeamFile {
  readonly stream: string;
  readonly at: string;
  readonly start: FactsStart;
}

/** Its name. Inside a transaction. */
export function tellTeamFile(
  sqlite: Sqlite,
  clock: Clock,
  { stream, at, start }: TeamFile,
): string {
  const { computer, person, computers } = start;
  const file = `${fileBeginning}${stream}:${sha256Hex(`${computer}\n${person ?? ''}`).slice(0, 32)}`;
  sqlite.run(
    `INSERT INTO handover_files (file, computer, person, saved_at, merged_at)
     VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    [file, computer, person, at, isoNow(clock)],
  );
  for (const [known, name] of Object.entries(computers)) {
    sqlite.run(
      'INSERT INTO handover_computers (computer, name) VALUES (?, ?) ON CONFLICT DO NOTHING',
      [known, name],
    );
  }
  return file;
}
