/**
 * The program of the writer's thread (writer.ts): opens the database it is told, then answers calls.
 * It starts itself once more for checkpoints (checkpoints.ts), so that there is one program to build.
 */
import { systemClock } from '../../../../platform/clock.ts';
import { systemRandom } from '../../../../platform/random.ts';
import { type Offer, serveThread, type ThreadSide } from '../../../../platform/thread.ts';
import {
  type CheckpointData,
  isCheckpointData,
  runCheckpoints,
  startCheckpoints,
} from './checkpoints.ts';
import { fromSent, type PackedGroup, type SentGroup } from './packed-group.ts';
import type { WriterCalls, WriterData, WriterNews } from './threaded-writer.ts';
import { openInboxWriter } from './writer.ts';

function openWriter(
  data: WriterData,
  say: ThreadSide<unknown, WriterNews>['say'],
): Offer<WriterCalls> & { close(): Promise<void> } {
  const writer = openInboxWriter({ ...data, clock: systemClock, random: systemRandom });
  let checkpoints: ReturnType<typeof startCheckpoints> | null = null;
  /** Not before something comes: the thread takes 12 MB. */
  const arriving = (group: SentGroup): PackedGroup => {
    checkpoints ??= startCheckpoints(new URL(import.meta.url), data, (error) =>
      say({ checkpointsEnded: error }),
    );
    return fromSent(group);
  };
  return {
    ...writer,
    append: (group, answered) => writer.append(arriving(group), answered),
    appendFrom: (group, from) => writer.appendFrom(arriving(group), from),
    // Both connections are closed when it is answered.
    async close() {
      await checkpoints?.stop();
      writer.close();
    },
  };
}

serveThread(({ data, say }: ThreadSide<WriterData | CheckpointData, WriterNews>) =>
  isCheckpointData(data) ? runCheckpoints(data) : openWriter(data, say),
);
