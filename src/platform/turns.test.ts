import { expect, it } from 'vitest';
import { createKeyedTurns, createTurns } from './turns.ts';

it('runs one after another, also after one that failed', async () => {
  const inTurn = createTurns();
  const done: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = inTurn(async () => {
    await gate.promise;
    done.push('first');
    throw new Error('failed');
  });
  const second = inTurn(() => {
    done.push('second');
    return done.length;
  });
  expect(done).toEqual([]);
  gate.resolve();
  await expect(first).rejects.toThrow('failed');
  expect(await second).toBe(2);
  expect(done).toEqual(['first', 'second']);
});

it('runs what shares a key one after another, also after one that failed, and others beside', async () => {
  const inTurn = createKeyedTurns();
  const done: string[] = [];
  const gate = Promise.withResolvers<void>();
  const work = (name: string, wait?: Promise<void>) => async () => {
    done.push(name);
    await wait;
    if (wait !== undefined) throw new Error('failed');
  };
  const first = inTurn(['a', 'b'], work('a b', gate.promise));
  const rest = [
    inTurn(['b'], work('b')),
    inTurn(['b', 'a'], work('b a')),
    inTurn(['c'], work('c')),
  ];
  await rest[2];
  expect(done).toEqual(['a b', 'c']);
  gate.resolve();
  await expect(first).rejects.toThrow('failed');
  await Promise.all(rest);
  expect(done).toEqual(['a b', 'c', 'b', 'b a']);
});
