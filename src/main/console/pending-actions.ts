/**
 * Actions on a profile that is not open, until it opens: its audit log is in its own database. They
 * hold no secret and lie in its folder, so that a restart keeps them; in a session of its own they
 * are in memory, as its databases are gone with it.
 */
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { JsonObject } from '../../contract/scalars.ts';
import { type Clock, isoNow } from '../../platform/clock.ts';
import { readIfPresent, removeDurably, writeDurably } from '../../platform/durable-file.ts';
import { readJson } from '../../platform/json-column.ts';
import { keepAside } from '../../platform/keep-aside.ts';
import type { FileProblems } from './file-problems.ts';

export interface PendingAction {
  readonly action: string;
  readonly facts: JsonObject;
}

export interface PendingActions {
  /** On the disk before it returns, but for a session. */
  keep(profileId: string, entry: PendingAction): void;
  /**
   * Hands over what waits for this profile, oldest first, each with `happenedAt` among its facts, and
   * forgets what was taken. Cut off in between, one may come twice.
   */
  hand(profileId: string, take: (entry: PendingAction) => void): void;
}

export interface PendingActionsOptions {
  readonly directoryOf: (profileId: string) => string;
  /** Whether databases are of this session only. */
  readonly isSession: () => boolean;
  readonly clock: Clock;
  readonly onProblem?: FileProblems['note'];
}

const shape = z.array(
  z.strictObject({ action: z.string(), facts: z.record(z.string(), z.json()) }),
);

export function createPendingActions(options: PendingActionsOptions): PendingActions {
  const { directoryOf, isSession, clock, onProblem } = options;
  const session = new Map<string, readonly PendingAction[]>();

  const pathOf = (profileId: string) => join(directoryOf(profileId), 'pending-actions.json');
  const read = (profileId: string): readonly PendingAction[] => {
    if (isSession()) return session.get(profileId) ?? [];
    const bytes = readIfPresent(pathOf(profileId));
    if (bytes === null) return [];
    try {
      return readJson(shape, bytes);
    } catch {
      const keptAs = basename(keepAside(pathOf(profileId), bytes, clock));
      onProblem?.(
        `profiles/${profileId}/pending-actions.json`,
        `The file was damaged, so the audit log lacks some actions. Causeway kept the file as ${keptAs}.`,
      );
      removeDurably(pathOf(profileId));
      return [];
    }
  };
  const write = (profileId: string, entries: readonly PendingAction[]): void => {
    if (isSession()) session.set(profileId, entries);
    else writeDurably(pathOf(profileId), `${JSON.stringify(entries, null, 2)}\n`);
  };

  return {
    keep(profileId, { action, facts }) {
      // What another profile's folder held has its time.
      const entry = { action, facts: { happenedAt: isoNow(clock), ...facts } };
      write(profileId, [...read(profileId), entry]);
    },
    hand(profileId, take) {
      const entries = read(profileId);
      for (const [index, entry] of entries.entries()) {
        take(entry);
        write(profileId, entries.slice(index + 1));
      }
    },
  };
}
