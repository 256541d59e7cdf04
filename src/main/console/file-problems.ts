/** Files of the data directory that were found damaged, cut off or exchanged, for the frame to name. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FileProblem } from '../../bridge/connection.ts';
import type { Log } from '../core/foundation/log.ts';
import type { Profiles } from '../core/profiles/profiles.ts';

export interface FileProblems {
  /** `file` below the data directory; what became of it in a sentence. Each is told once. */
  note(file: string, sentence: string): void;
  list(): readonly FileProblem[];
}

export function createFileProblems(log: Pick<Log, 'warn'>, onChange: () => void): FileProblems {
  const all = new Map<string, FileProblem>();
  return {
    note(file, sentence) {
      if (all.has(file)) return;
      all.set(file, { file, sentence });
      log.warn({ file }, sentence);
      onChange();
    },
    list: () => [...all.values()],
  };
}

/** Folders of profiles that nothing lists: profiles.json may be an older one. */
export function noteUnlisted(
  dataDir: string,
  profiles: Pick<Profiles, 'list' | 'aside'>,
  files: FileProblems,
): void {
  const listed = new Set([...profiles.list(), ...profiles.aside()].map(({ id }) => id));
  const folder = join(dataDir, 'profiles');
  for (const id of existsSync(folder) ? readdirSync(folder) : []) {
    if (!listed.has(id) && existsSync(join(folder, id, 'records.db')))
      files.note(
        'profiles.json',
        `The file does not list the profile of the folder profiles/${id}, so it may be an older copy. Causeway changed nothing in the folder.`,
      );
  }
}
