/** An inbox, a profile's database and an index over them in a directory of their own, for tests. */
import { join } from 'node:path';
import { systemClock } from '../../../../platform/clock.ts';
import { migrate } from '../../../../platform/migrations.ts';
import { openSqlite } from '../../../../platform/sqlite.ts';
import { createLog } from '../../../core/foundation/log.ts';
import { nobodyErased } from '../../../core/records/erased/erased-bodies.ts';
import { recordsMigrations } from '../../../core/records/migrations.ts';
import { openRecords } from '../../../core/records/records.ts';
import type { IncomingDelivery } from '../../webhooks/inbox/types.ts';
import { openTestInbox, profileId } from '../../webhooks/testing/deliveries.ts';
import { openTimelineIndex, type TimelineIndexOptions } from '../index/timeline-index.ts';
import { lookupsOf, wholeEventsOf } from '../index/write/lookup-source.ts';
import type { TimelineIndex } from '../types.ts';

const dataKey = new Uint8Array(32).fill(4);

export async function openTestIndex({
  isProduction = false,
  erased = () => nobodyErased,
}: Pick<Partial<TimelineIndexOptions>, 'isProduction' | 'erased'> = {}) {
  const opened = await openTestInbox();
  const files = {
    index: { file: join(opened.directory, 'timeline.db'), key: dataKey },
    inboxFile: { file: opened.file, key: opened.key },
  };
  const sqlite = openSqlite({ file: join(opened.directory, 'records.db'), key: dataKey });
  migrate(sqlite, recordsMigrations);
  const logged: string[] = [];
  const options = {
    ...files,
    lookUps: lookupsOf(sqlite),
    wholeEvents: wholeEventsOf(sqlite),
    profileId,
    privateKey: opened.keys.privateKey,
    isProduction,
    erased,
    clock: systemClock,
    log: createLog({ level: 'debug', destination: { write: (line) => logged.push(line) } }),
  };
  const openIndex = (): TimelineIndex => openTimelineIndex({ ...options, inbox: opened.inbox });
  let index = openIndex();
  return {
    ...opened,
    files,
    records: openRecords({ sqlite }),
    logged,
    get inbox() {
      return opened.inbox;
    },
    get index() {
      return index;
    },
    /** Into the inbox in one commit, and into the index. */
    async deliver(...deliveries: readonly IncomingDelivery[]) {
      await opened.inbox.append(deliveries);
      await index.catchUp();
    },
    /** As after a restart. */
    async reopen() {
      await index.close();
      index = openIndex();
    },
    async remove() {
      await index.close();
      sqlite.close();
      await opened.remove();
    },
  };
}

export type TestIndex = Awaited<ReturnType<typeof openTestIndex>>;
