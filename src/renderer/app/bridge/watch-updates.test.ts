import { withEventMeta } from '@orpc/client';
import { expect, it } from 'vitest';
import type { UpdateNotice } from '../../../bridge/updates.ts';
import { watchUpdates } from './create-bridge.ts';

const notice = (id: string): UpdateNotice =>
  withEventMeta({ topic: 'customers' as const, ids: [id] }, { id });

/** Streams that end when their notices are told; an error stands for a cut line. */
function streams(told: (UpdateNotice[] | Error)[]) {
  const asked: (string | undefined)[] = [];
  const stop = new AbortController();
  const heard: string[] = [];
  async function* tell(stream: UpdateNotice[]) {
    yield* stream;
  }
  const watch = (async (_input: undefined, options: { lastEventId?: string | undefined }) => {
    asked.push(options.lastEventId);
    const stream = told.shift();
    if (stream === undefined) {
      stop.abort();
      throw new Error('The test is over.');
    }
    if (stream instanceof Error) throw stream;
    return tell(stream);
  }) as unknown as Parameters<typeof watchUpdates>[0]['watch'];
  const run = () =>
    watchUpdates({
      watch,
      onNotice: ({ ids }) => void heard.push(...ids),
      wait: () => Promise.resolve(),
      signal: stop.signal,
    });
  return { asked, heard, run };
}

it('takes the stream up again after the last notice that was seen', async () => {
  const { asked, heard, run } = streams([
    [notice('1'), notice('2')],
    new Error('the line was cut'),
    [notice('3')],
  ]);
  await run();
  expect(heard).toEqual(['1', '2', '3']);
  expect(asked).toEqual([undefined, '2', '2', '3']);
});

it('a notice without an id does not lose the place', async () => {
  const { asked, run } = streams([[notice('7'), { topic: 'audit', ids: [] }], []]);
  await run();
  expect(asked).toEqual([undefined, '7', '7']);
});

it('reads nothing again for the greeting, and does for a later notice like it', async () => {
  const like = (id: string): UpdateNotice =>
    withEventMeta({ topic: 'connection' as const, ids: [id] }, { id });
  const { asked, heard, run } = streams([[like('0'), like('1')]]);
  await run();
  expect(heard).toEqual(['1']);
  expect(asked).toEqual([undefined, '1']);
});

it('a notice that came instead of the greeting is not lost', async () => {
  const { heard, run } = streams([[notice('1')]]);
  await run();
  expect(heard).toEqual(['1']);
});
