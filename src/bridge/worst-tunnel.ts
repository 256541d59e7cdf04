/** Which of several tunnels the frame and the tray speak of. */
import type { TunnelState, TunnelView } from './tunnels.ts';

/** Worst first: what needs a person must not hide behind one that is well. */
const order: readonly TunnelState[] = [
  'failed',
  'opening',
  'proving',
  'not-provable',
  'proven',
  'closed',
];

/** null where no tunnel is wanted open. */
export function worstTunnel(tunnels: readonly TunnelView[]): TunnelView | null {
  const wanted = tunnels.filter((tunnel) => tunnel.isWanted && tunnel.state !== 'closed');
  const [worst] = wanted.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return worst ?? null;
}
