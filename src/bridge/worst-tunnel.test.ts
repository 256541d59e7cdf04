import { expect, it } from 'vitest';
import type { TunnelState, TunnelView } from './tunnels.ts';
import { worstTunnel } from './worst-tunnel.ts';

const tunnel = (state: TunnelState, isWanted = true): TunnelView => ({
  id: state,
  kind: 'sandbox',
  name: 'Sandbox',
  settings: { kind: 'sandbox' },
  isWanted,
  state,
  since: null,
  publicOrigin: null,
  lastProvenAt: null,
  lastProofMs: null,
  sentence: '',
  lasts: true,
  changedFrom: null,
  changedMeans: null,
  hostKeyToTrust: null,
  nextTryAt: null,
  failures: 0,
  secrets: [],
  hostKey: null,
});

it('without tunnels there is nothing to speak of', () => {
  expect(worstTunnel([])).toBeNull();
});

it('one that nobody wants open is of no matter', () => {
  expect(worstTunnel([tunnel('failed', false), tunnel('closed')])).toBeNull();
});

it.each([
  [['proven', 'failed', 'proving'], 'failed'],
  [['proven', 'proving'], 'proving'],
  [['proven', 'not-provable'], 'not-provable'],
  [['closed', 'proven'], 'proven'],
] as const)('of %j it is %s', (states, worst) => {
  const rows = states.map((state) => tunnel(state));
  expect(worstTunnel(rows)?.state).toBe(worst);
  expect(worstTunnel(rows.toReversed())?.state).toBe(worst);
});
