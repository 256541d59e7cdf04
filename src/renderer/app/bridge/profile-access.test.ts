import { type ClientContext, type ClientLink, ORPCError } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { bridgeContract } from '../../../bridge/contract.ts';
import type { BridgeQueries, BridgeStatus } from './bridge-context.ts';
import { createProfileAccess, shouldReadAgain } from './create-bridge.ts';
import { areaOf, visitIn } from './query-keys.ts';

function page() {
  const calls: { path: string; context: unknown }[] = [];
  const link: ClientLink<ClientContext> = {
    call: async (path, _input, { context }) => {
      calls.push({ path: path.join('.'), context });
    },
  };
  const status = createStore<BridgeStatus>(() => ({ state: 'connected', lostAt: null }));
  return { ...createProfileAccess(link, status), calls };
}

type Area = keyof typeof bridgeContract;
const areas = Object.keys(bridgeContract) as Area[];
const ofInstallation = [
  'vault',
  'lock',
  'profiles',
  'connection',
  'links',
  'diagnostics',
  'updates',
];
const keyOf = (queries: BridgeQueries, area: Area) => queries[area].key();

describe('what a screen reads and asks for', () => {
  it('names the profile that the screen was made for, also from a callback that is late', async () => {
    const { of, bridge, calls } = page();
    const early = of('a');
    const late = of('b');
    await late.bridge.onboarding.standing({ customerId: 'customer_1' });
    await early.bridge.depositSheets.company.save({ name: 'A', addressLines: [], paper: 'a4' });
    await bridge.connection.get();
    expect(calls).toEqual([
      { path: 'onboarding.standing', context: { profileId: 'b' } },
      { path: 'depositSheets.company.save', context: { profileId: 'a' } },
      { path: 'connection.get', context: {} },
    ]);
  });

  it.each(areas)('%s is kept by profile, or is of the installation', (area) => {
    const { of, queries } = page();
    const a = keyOf(of('a').queries, area);
    const b = keyOf(of('b').queries, area);
    const again = keyOf(of('a').queries, area);
    expect(areaOf(a)).toBe(area);
    if (ofInstallation.includes(area)) {
      expect([a, b, again]).toEqual([keyOf(queries, area), a, a]);
      expect(visitIn(a)).toBeNull();
      return;
    }
    // What a late answer puts into the first visit is not found in the next one.
    const visits = [a, b, again].map(visitIn);
    expect(new Set(visits).size).toBe(3);
    expect(visits).not.toContain(null);
  });

  it('is one visit for as long as the profile stays', () => {
    const { of } = page();
    expect(of('a')).toBe(of('a'));
  });
});

it('a read that found another profile open waits for the page to show it', () => {
  const data = { cause: 'other-profile' };
  const error = new ORPCError('INVALID', { data });
  expect(shouldReadAgain(0, error)).toBe(true);
  expect(shouldReadAgain(3, error)).toBe(false);
  expect(shouldReadAgain(0, new ORPCError('INVALID', { data: { cause: 'not-open' } }))).toBe(false);
});
