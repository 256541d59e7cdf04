import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type BridgeAccess, BridgeContext } from '../app/bridge/bridge-context.ts';
import { createProfileAccess } from '../app/bridge/create-bridge.ts';
import { visitStore } from './made-once.ts';

const status = createStore<{ state: 'connected'; lostAt: null }>(() => ({
  state: 'connected',
  lostAt: null,
}));
const nobody = { call: () => Promise.reject(new Error('not called')) };

it('every visit of a profile has stores of its own, and a second one of the same profile too', () => {
  const { of } = createProfileAccess(nobody, status);
  const useStore = visitStore(() => ({}));
  const seen: object[] = [];
  const Screen = () => {
    seen.push(useStore());
    return null;
  };
  const show = (access: BridgeAccess) =>
    renderToString(
      <BridgeContext value={access}>
        <Screen />
      </BridgeContext>,
    );
  for (const profileId of ['a', 'a', 'b', 'a']) show(of(profileId));
  const [first, again, other, back] = seen;
  expect(again).toBe(first);
  expect(new Set([first, other, back]).size).toBe(3);
});
