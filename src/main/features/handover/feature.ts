/** Hand-over between desks: what came from other computers, and the ways to save and open a file. */
import { implement } from '@orpc/server';
import { z } from 'zod';
import {
  type HandedOver,
  type HandoverView,
  handedOver,
  handoverContract,
} from '../../../bridge/handover.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { nobodysKey } from '../../core/audit/signing.ts';
import type { Feature } from '../../core/feature/feature.ts';
import type { Period } from './collect.ts';
import { handoverMigrations } from './migrations.ts';

export interface HandoverApi {
  sources(of: { readonly kind: string; readonly id: string }): HandedOver[];
}

/** Hand-over of the whole installation: a file may hold several profiles, and is merged while none is open. */
export interface HandoverInstalled {
  readonly handover: {
    view(): Promise<HandoverView>;
    /** Asks a person (AskPerson). */
    save(what: Period & { readonly profileIds: readonly string[] }): Promise<string | null>;
    /** Asks a person (AskPerson). */
    open(): Promise<string | null>;
    forget(id: string): Promise<HandoverView>;
  };
}

const handover = implement(handoverContract);

export const handoverFeature: Feature<'handover', HandoverApi, unknown, HandoverInstalled> = {
  migrations: handoverMigrations,
  open: ({ sqlite, signing }) => ({
    api: { sources: (of) => sourcesOf(sqlite, signing.publicKey, of) },
  }),
  procedures: (api, installed) => ({
    handover: {
      get: handover.get.handler(() => installed.handover.view()),
      save: handover.save.handler(async ({ input }) => ({
        path: await installed.handover.save(input),
      })),
      open: handover.open.handler(async () => ({ path: await installed.handover.open() })),
      forget: handover.forget.handler(({ input }) => installed.handover.forget(input.id)),
      sources: handover.sources.handler(({ input }) => api().sources(input)),
    },
  }),
};

const most = 1_000;
const rows = z.array(handedOver);

/** What of a record other computers told, and who handed it over, newest first. @param own this computer's public key: what is from here, too, is not told */
export const sourcesOf = (
  sqlite: Sqlite,
  own: string,
  { kind, id }: { readonly kind: string; readonly id: string },
): HandedOver[] =>
  rows.parse(
    sqlite.all(
      `SELECT what, CASE what WHEN 'observation' THEN entry
         WHEN 'label' THEN (SELECT group_concat(label, ', ') FROM annotation_labels AS stands
           WHERE (stands.kind, stands.id, written_at) = (entries.kind, entries.id, entries.at))
         WHEN 'reference' THEN (SELECT reference FROM annotation_references AS stands
           WHERE (stands.kind, stands.id, written_at) = (entries.kind, entries.id, entries.at))
         WHEN 'displayName' THEN (SELECT name FROM customer_own_names
           WHERE (customer_id, named_at) = (entries.id, entries.at) AND named_at =
             (SELECT max(named_at) FROM customer_own_names WHERE customer_id = entries.id))
         ELSE part END AS part,
         -- Of labels and references from before their times were kept.
         coalesce(nullif(at, ''), merged_at) AS at,
         CASE entries.computer WHEN ? THEN 'an unknown computer'
           ELSE ifnull(origin.name, substr(entries.computer, 1, 8)) END AS computer, person,
         ifnull(carrier.name, substr(files.computer, 1, 8)) AS "by", merged_at AS mergedAt
       FROM handover_entries AS entries
       JOIN handover_files AS files USING (file)
       LEFT JOIN handover_computers AS origin ON origin.computer = entries.computer
       LEFT JOIN handover_computers AS carrier ON carrier.computer = files.computer
       WHERE kind = ? AND id = ? AND entries.computer <> ?
         AND NOT EXISTS (SELECT 1 FROM handover_entries AS here
           WHERE substr(here.entry, 1, 12) = substr(entries.entry, 1, 12)
             AND here.entry = entries.entry AND here.computer = ?)
       ORDER BY entries.at DESC, entry, entries.computer LIMIT ${most}`,
      [nobodysKey, kind, id, own, own],
    ),
  );
