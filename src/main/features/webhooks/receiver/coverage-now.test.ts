import { expect, it } from 'vitest';
import type { TunnelRoute } from '../register/types.ts';
import { coverageNow } from './coverage-now.ts';

const at = '2026-11-20T12:00:00.000Z';
const earlier = '2026-11-20T11:00:00.000Z';
const one = 'a'.repeat(32);
const other = 'b'.repeat(32);
const slots = [one, other].map((path) => ({
  path,
  profileId: 'profile-1',
  intentKey: null,
  webhookId: null,
  reservedAt: at,
}));
const way = (more: Partial<TunnelRoute>): TunnelRoute => ({
  tunnelId: 'tunnel',
  kind: 'ssh',
  publicOrigin: 'https://one.example',
  formerOrigins: [],
  state: 'proven',
  lastProvenAt: at,
  lasts: true,
  sentence: '',
  paths: new Map(),
  ...more,
});

it('counts each path with its tunnel, unless it is known not to come through', () => {
  const paths: TunnelRoute['paths'] = new Map([
    [other, { state: 'failed', lastProvenAt: earlier, sentence: 'Redirected.' }],
  ]);
  expect(coverageNow([way({ paths })], slots)).toEqual([
    {
      address: `https://one.example/hooks/${one}`,
      isProven: true,
      isClosed: false,
      lastProvenAt: at,
    },
    {
      address: `https://one.example/hooks/${other}`,
      isProven: false,
      isClosed: false,
      lastProvenAt: earlier,
    },
  ]);
});

it('leaves out what was never open, and tells what was closed from what failed', () => {
  expect(coverageNow([way({ publicOrigin: null })], slots)).toEqual([]);
  const states = coverageNow(
    [way({ state: 'closed' }), way({ state: 'failed' })],
    slots.slice(0, 1),
  );
  expect(states.map(({ isProven, isClosed }) => [isProven, isClosed])).toEqual([
    [false, true],
    [false, false],
  ]);
});
