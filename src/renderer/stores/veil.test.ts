import { expect, it } from 'vitest';
import { createVeil } from './veil.ts';

it('is off at first, and a reload finds it as it was', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  expect(createVeil(storage).getState().isOn).toBe(false);
  createVeil(storage).getState().turn(true);
  expect(createVeil(storage).getState().isOn).toBe(true);
  createVeil(storage).getState().turn(false);
  expect(createVeil(storage).getState().isOn).toBe(false);
});

it('veils where the browser keeps nothing', () => {
  const full = () => {
    throw new Error('QuotaExceededError');
  };
  const veil = createVeil({ getItem: () => null, setItem: full });
  expect(() => veil.getState().turn(true)).toThrow();
  expect(veil.getState().isOn).toBe(true);
});
