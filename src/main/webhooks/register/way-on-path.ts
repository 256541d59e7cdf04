/** How a way in stands for one path: a tunnel that works need not carry every path. */
import type { WayThrough } from './types.ts';

export function wayOnPath(way: WayThrough, slotPath: string): WayThrough {
  if (way.state !== 'proven') return way;
  const proof = way.paths.get(slotPath);
  if (proof === undefined) {
    const sentence = `The tunnel is proven, but not yet on this webhook’s own path at ${way.publicOrigin}.`;
    return { ...way, state: 'proving', lastProvenAt: null, sentence };
  }
  if (proof.state === 'proven') return { ...way, lastProvenAt: proof.lastProvenAt };
  const sentence = `Other paths come through this tunnel, and this webhook’s own does not. ${proof.sentence}`;
  return { ...way, state: 'failed', lastProvenAt: proof.lastProvenAt, sentence };
}
