/** Exports and saved views of one profile while it is open. */
import type { UpdateNotice } from '../../bridge/updates.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Audit } from '../core/audit/types.ts';
import type { ExportFiles } from '../core/exports/export-files.ts';
import type { Log } from '../core/foundation/log.ts';
import type { Profile } from '../core/profiles/profile-file.ts';
import type { Records } from '../core/records/types.ts';
import { copiesOf, type EventCopiesParts } from '../features/timeline/detail/event-copies.ts';
import { createExports, type Exports } from '../features/timeline/exports/exports.ts';
import type { Timeline } from '../features/timeline/timeline.ts';
import type { TimelineIndex } from '../features/timeline/types.ts';

export interface TimelineExportsParts extends EventCopiesParts {
  readonly profile: Profile;
  readonly records: Records;
  readonly audit: Audit;
  readonly notify: (notice: UpdateNotice) => void;
  readonly clock: Clock;
  readonly log: Log;
  readonly index: TimelineIndex;
  readonly named: Timeline['named'];
  readonly webhookName: (id: string) => string | null;
  readonly files: ExportFiles;
}

export function openTimelineExports(parts: TimelineExportsParts): Exports {
  const { profile, records, notify, webhookName } = parts;
  return createExports({
    ...parts,
    profileName: profile.name,
    names: {
      webhook: webhookName,
      customer: (id) => records.customerNames([id]).get(id) ?? null,
    },
    async bodyOf(row, knownAt) {
      const { delivered, lookUps } = await copiesOf(row, parts, knownAt);
      return (delivered ?? lookUps[0])?.event ?? null;
    },
    onChange: (what) => notify({ topic: what === 'audit' ? 'audit' : 'timeline', ids: [] }),
  });
}
