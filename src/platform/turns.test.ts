import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

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
