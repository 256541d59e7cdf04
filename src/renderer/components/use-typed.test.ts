import { expect, it } from 'vitest';
import { createPassedOn } from './use-typed.ts';

function passedOn(...values: string[]) {
  const passed = createPassedOn();
  for (const value of values) passed.add(value);
  return passed;
}

it('knows a value that comes back after more was passed on', () => {
  const passed = passedOn('j', 'jk', 'jke');
  expect(['j', 'jke'].map(passed.takeBack)).toEqual([true, true]);
});

it('takes a value from elsewhere for one, and what was passed on before it too from then on', () => {
  const passed = passedOn('j', 'jk');
  expect(['', 'jk'].map(passed.takeBack)).toEqual([false, false]);
});

it('takes each value back once', () => {
  const passed = passedOn('jk', 'jk');
  expect(['jk', 'jk'].map(passed.takeBack)).toEqual([true, false]);
});
