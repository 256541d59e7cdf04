import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

const setUp = (bounds: { maxItems: number; maxBytes?: number }) => {
  const groups: string[][] = [];
  let release = Promise.withResolvers<void>();
  release.resolve();
  const commits = createGroupCommit<string>({
    commit: async (group) => {
      groups.push([...group]);
      await release.promise;
    },
    bytesOf: (item) => item.length,
    ...bounds,
  });
  return {
    commits,
    groups,
    hold: () => {
      release = Promise.withResolvers();
      return release.resolve;
    },
  };
};

it('takes together what comes in one turn, and what comes while a group is under way', async () => {
  const { commits, groups, hold } = setUp({ maxItems: 10 });
  const release = hold();
  for (const item of ['a', 'b']) commits.add(item);
  await nextTurn();
  for (const item of ['c', 'd']) commits.add(item);
  await nextTurn();
  expect(groups).toEqual([['a', 'b']]);
  release();
  await commits.idle();
  expect(groups).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

it('bounds a group by its items and its bytes, and takes what is larger alone', async () => {
  const { commits, groups } = setUp({ maxItems: 3, maxBytes: 4 });
  for (const item of ['a', 'b', 'c', 'd', 'larger', 'e']) commits.add(item);
  await commits.idle();
  expect(groups).toEqual([['a', 'b', 'c'], ['d', 'larger'], ['e']]);
});

it('commits at once what waits, and nothing twice', async () => {
  const { commits, groups } = setUp({ maxItems: 2 });
  for (const item of ['a', 'b', 'c']) commits.add(item);
  commits.flush();
  expect(groups).toEqual([['a', 'b'], ['c']]);
  await commits.idle();
  expect(groups).toHaveLength(2);
});

it('resolves a group once the next is on its way, and is idle when all are resolved', async () => {
  const order: string[] = [];
  const commits = createGroupCommit<string>({
    commit: async (group) => {
      order.push(`begin ${group.join()}`);
      await nextTurn();
      return () => {
        order.push(`resolve ${group.join()}`);
        if (group.includes('b')) commits.add('c');
      };
    },
    maxItems: 1,
  });
  for (const item of ['a', 'b']) commits.add(item);
  await commits.idle();
  expect(order).toEqual(['begin a', 'begin b', 'resolve a', 'resolve b', 'begin c', 'resolve c']);
});
