/** The timeline of one profile while it is open. */
import { join } from 'node:path';
import type { UpdateNotice } from '../../bridge/updates.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Random } from '../../platform/random.ts';
import type { Sqlite } from '../../platform/sqlite.ts';
import type { Audit } from '../core/audit/types.ts';
import type { ExportFiles } from '../core/exports/export-files.ts';
import type { Log } from '../core/foundation/log.ts';
import type { KnownSecrets } from '../core/foundation/secrets/known-secrets.ts';
import type { Profile } from '../core/profiles/profile-file.ts';
import type { AsOfRecords } from '../core/records/as-of.ts';
import { createSources } from '../core/records/sources.ts';
import type { Records } from '../core/records/types.ts';
import type { ServiceClient } from '../core/service/service-client.ts';
import { createExplained, type Explained } from '../features/timeline/explained.ts';
import type { Exports } from '../features/timeline/exports/exports.ts';
import { openTimelineIndex } from '../features/timeline/index/timeline-index.ts';
import { lookupsOf } from '../features/timeline/index/write/lookup-source.ts';
import { createTimeline, type Timeline } from '../features/timeline/timeline.ts';
import { openSavedViews, type SavedViews } from '../features/timeline/views/saved-views.ts';
import { inboxKeysOf } from '../features/webhooks/inbox/sealing.ts';
import type { OpenIngress } from '../features/webhooks/ingress.ts';
import type { WebhookSession } from '../features/webhooks/open-webhooks.ts';
import { openTimelineExports } from './timeline-exports.ts';

export interface TimelineSession {
  readonly timeline: Timeline & Explained;
  readonly exports: Exports;
  readonly views: SavedViews;
  close(): Promise<void>;
}

export interface TimelineSessionParts {
  readonly profile: Profile;
  readonly dataKey: Uint8Array;
  /** Where the profile's databases are. */
  readonly directory: string;
  /** The profile's database. */
  readonly sqlite: Sqlite;
  readonly records: Records;
  readonly asOf: AsOfRecords;
  readonly audit: Audit;
  readonly client: ServiceClient;
  readonly reception: OpenIngress;
  readonly webhooks: WebhookSession;
  readonly notify: (notice: UpdateNotice) => void;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly known: KnownSecrets;
  readonly files: ExportFiles;
}

/** What the index makes of its deliveries is told in the background: nothing waits for it. */
export function openTimelineSession(parts: TimelineSessionParts): TimelineSession {
  const { profile, dataKey: key, directory, sqlite, reception, records, notify } = parts;
  const { inbox, inboxFile, coverage } = reception;
  const { privateKey } = inboxKeysOf(key);
  const isProduction = profile.environment === 'production';
  const { webhooks, forwards } = parts.webhooks;
  const webhookName = (id: string) => webhooks.nameOf(id);
  const index = openTimelineIndex({
    ...parts,
    index: { file: join(directory, 'timeline.db'), key },
    lookUps: lookupsOf(sqlite),
    inbox,
    inboxFile,
    profileId: profile.id,
    privateKey,
    isProduction,
  });
  const tell = () => notify({ topic: 'timeline', ids: [] });
  const endings = [index.onChange(tell), coverage.onChange(tell)];
  const timeline = createTimeline({
    ...parts,
    records,
    index,
    inbox,
    profileId: profile.id,
    webhookName,
  });
  /** What is read of single events is one thing, whoever reads it: a sample never stands for a real one. */
  const ofEvents = { records, index, inbox, privateKey, isProduction, webhookName };
  const explained = createExplained({
    ...parts,
    ...ofEvents,
    ...{ coverage, forwards },
    toldBy: createSources(sqlite),
    profileId: profile.id,
    named: timeline.named,
    tell: (topics) => {
      for (const topic of topics) notify({ topic, ids: [] });
    },
  });
  const exports = openTimelineExports({
    ...parts,
    ...ofEvents,
    named: timeline.named,
  });
  return {
    timeline: { ...timeline, ...explained },
    exports,
    views: openSavedViews(sqlite),
    async close() {
      for (const end of endings) end();
      await index.close();
    },
  };
}
