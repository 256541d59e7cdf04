/**
 * The program of the writer's thread (writer.ts): opens the database it is told, then answers calls.
 * It starts itself once more for checkpoints (checkpoints.ts), so that there is one program to build.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../../../platform/clock.ts';
import { systemRandom } from '../../../../platform/random.ts';
import {
  type CheckpointData,
  isCheckpointData,
  runCheckpoints,
  startCheckpoints,
} from './checkpoints.ts';
import { fromSent, type SentGroup } from './packed-group.ts';
import type { WriterData } from './threaded-writer.ts';
import type { AnswerTime } from './types.ts';
import { openInboxWriter } from './writer.ts';
import type { WriterAnswer, WriterCall, WriterNotice } from './writer-calls.ts';

function serve(port: NonNullable<typeof parentPort>, data: WriterData): void {
  const opened = openInboxWriter({ ...data, clock: systemClock, random: systemRandom });
  const checkpoints = startCheckpoints(new URL(import.meta.url), data, (error) =>
    port.postMessage({ checkpointsEnded: error } satisfies WriterNotice),
  );
  const writer = {
    ...opened,
    append: (group: SentGroup, answered: readonly AnswerTime[]) =>
      opened.append(fromSent(group), answered),
  };
  const say = (answer: WriterAnswer) => port.postMessage(answer);

  const answer = ({ call, method, values }: WriterCall): void => {
    try {
      // Both ends are ours and of one build: methods and their arguments are the interface's.
      const work = writer[method] as (...given: readonly unknown[]) => unknown;
      say({ call, result: work(...values) });
    } catch (error) {
      say({ call, ...describeError(error) });
    }
  };
  port.on('message', (call: WriterCall) => {
    if (call.method !== 'close') {
      answer(call);
      return;
    }
    // Both connections are closed when it is answered.
    void checkpoints.stop().then(() => {
      answer(call);
      port.close();
    });
  });
  say({ call: 0, result: undefined });
}

const data = workerData as WriterData | CheckpointData;
if (parentPort !== null && isCheckpointData(data)) runCheckpoints(data);
else if (parentPort !== null && !isCheckpointData(data)) serve(parentPort, data);

/** A class and a code do not survive the way between threads; the code is what callers go by. */
function describeError(error: unknown): { readonly error: Error; readonly code: string | null } {
  if (!(error instanceof Error)) return { error: new Error(String(error)), code: null };
  return { error, code: 'code' in error ? String(error.code) : null };
}
