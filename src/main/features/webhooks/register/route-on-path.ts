/** How a way in stands for one path: a tunnel that works need not carry every path. */
import type { TunnelRoute } from './types.ts';

export function routeOnPath(way: TunnelRoute, slotPath: string): TunnelRoute {
  if (way.state !== 'proven') return way;
  const proof = way.paths.get(slotPath);
  if (proof === undefined) {
    const sentence = `The tunnel’s check passed, but this webhook’s own path at ${way.publicOrigin} is not checked yet.`;
    return { ...way, state: 'proving', lastProvenAt: null, sentence };
  }
  if (proof.state === 'proven') return { ...way, lastProvenAt: proof.lastProvenAt };
  const sentence = `Checks of other paths through this tunnel pass, but the check of this webhook’s own path failed. ${proof.sentence}`;
  return { ...way, state: 'failed', lastProvenAt: proof.lastProvenAt, sentence };
}
