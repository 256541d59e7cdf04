import { beforeEach, describe, expect, it } from 'vitest';
import type { UpdateNotice } from '../../bridge/updates.ts';
import { systemRandom } from '../../platform/random.ts';
import { createUpdateHub, type NumberedNotice, type UpdateHub } from './update-hub.ts';

let hub: UpdateHub;
beforeEach(() => {
  hub = createUpdateHub({ random: systemRandom, held: 5, waiting: 3 });
});

const change = (id: string): UpdateNotice => ({ topic: 'customers', ids: [id] });
const watch = (lastEventId?: string, signal?: AbortSignal) => hub.watch({ lastEventId, signal });

async function take(
  notices: AsyncIterableIterator<NumberedNotice>,
  count: number,
): Promise<NumberedNotice[]> {
  const taken: NumberedNotice[] = [];
  while (taken.length < count) {
    const result = await notices.next();
    if (result.done) break;
    taken.push(result.value);
  }
  return taken;
}
const idsOf = (taken: readonly NumberedNotice[]) => taken.map(({ notice }) => notice.ids[0]);

/** A reader that has taken its greeting. */
async function reader() {
  const notices = watch();
  const [greeting] = await take(notices, 1);
  return { notices, lastEventId: greeting?.id };
}

describe('the stream of changes', () => {
  it('begins with a notice that only gives an id', async () => {
    const [greeting] = await take(watch(), 1);
    expect(greeting?.notice).toEqual({ topic: 'connection', ids: [] });
  });

  it('hands every reader every change, in order', async () => {
    const one = await reader();
    const other = await reader();
    hub.publish(change('a'));
    hub.publish(change('b'));
    expect(idsOf(await take(one.notices, 2))).toEqual(['a', 'b']);
    expect(idsOf(await take(other.notices, 2))).toEqual(['a', 'b']);
  });

  it('wakes a reader that waits', async () => {
    const { notices } = await reader();
    const waiting = take(notices, 1);
    hub.publish(change('a'));
    expect(idsOf(await waiting)).toEqual(['a']);
  });

  it('gives a reader that comes back what it missed, and nothing twice', async () => {
    const { notices } = await reader();
    hub.publish(change('a'));
    const [seen] = await take(notices, 1);
    await notices.return?.();
    hub.publish(change('b'));
    hub.publish(change('c'));
    const again = watch(seen?.id);
    hub.publish(change('d'));
    expect(idsOf(await take(again, 3))).toEqual(['b', 'c', 'd']);
  });

  it('gives one `everything` when what was missed is no longer held', async () => {
    const { lastEventId } = await reader();
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) hub.publish(change(id));
    const again = watch(lastEventId);
    hub.publish(change('g'));
    const taken = await take(again, 2);
    expect(taken.map(({ notice }) => notice.topic)).toEqual(['everything', 'customers']);
  });

  it.each([
    ['another run', 'ffffffffffff-1'],
    ['nonsense', 'x'],
    ['the future', null],
  ])('gives one `everything` for an id of %s', async (_words, id) => {
    const { lastEventId = '' } = await reader();
    const [first] = await take(watch(id ?? `${lastEventId}9`), 1);
    expect(first?.notice.topic).toBe('everything');
  });

  it('keeps no more than its bound for a reader that does not read', async () => {
    const { notices } = await reader();
    for (const id of ['a', 'b', 'c', 'd', 'e']) hub.publish(change(id));
    const taken = await take(notices, 2);
    expect(taken.map(({ notice }) => notice.topic)).toEqual(['everything', 'customers']);
    expect(idsOf(taken)).toEqual([undefined, 'e']);
  });
});

describe('a reader', () => {
  it('is gone when it stops reading, even while it waits', async () => {
    const { notices } = await reader();
    const waiting = notices.next();
    await notices.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(hub.readers()).toBe(0);
  });

  it('is gone when its call is aborted', async () => {
    const call = new AbortController();
    const notices = watch(undefined, call.signal);
    await take(notices, 1);
    const waiting = notices.next();
    call.abort();
    expect((await waiting).done).toBe(true);
    expect(hub.readers()).toBe(0);
  });

  it('never begins when its call was aborted before', async () => {
    const notices = watch(undefined, AbortSignal.abort());
    expect((await notices.next()).done).toBe(true);
    expect(hub.readers()).toBe(0);
  });

  it('ends with the hub, and none begins after it', async () => {
    const { notices } = await reader();
    const waiting = notices.next();
    hub.close();
    expect((await waiting).done).toBe(true);
    expect((await watch().next()).done).toBe(true);
    expect(hub.readers()).toBe(0);
  });
});
