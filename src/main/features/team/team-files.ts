/** What a team's log brought is told like a file of hand-over: one for each computer and person that wrote it. */
import { sha256Hex } from '../../../platform/canonical-json.ts';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { teamsBeginning } from '../handover/origins.ts';
import type { FactsStart } from './facts.ts';

export interface TeamFile {
  readonly stream: string;
  /** Who signed it: what it says of itself, any member could say of another. */
  readonly author: string;
  /** As the member is called in the team; null where that can’t be read. */
  readonly name: string | null;
  readonly at: string;
  readonly start: FactsStart;
}

/** Its name. Inside a transaction. */
export function tellTeamFile(
  sqlite: Sqlite,
  clock: Clock,
  { stream, author, name, at, start }: TeamFile,
): string {
  const { person, computers } = start;
  const file = `${teamsBeginning}${stream}:${sha256Hex(`${author}\n${person ?? ''}`).slice(0, 32)}`;
  sqlite.run(
    `INSERT INTO handover_files (file, computer, person, saved_at, merged_at)
     VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    [file, author, person, at, isoNow(clock)],
  );
  const call = (what: 'NOTHING' | 'UPDATE SET name = excluded.name', key: string, called: string) =>
    sqlite.run(
      `INSERT INTO handover_computers (computer, name) VALUES (?, ?) ON CONFLICT (computer) DO ${what}`,
      [key, called],
    );
  for (const [known, called] of Object.entries(computers)) call('NOTHING', known, called);
  // What the team knows a member by stands before what another one calls it.
  if (name !== null) call('UPDATE SET name = excluded.name', author, name);
  return file;
}
