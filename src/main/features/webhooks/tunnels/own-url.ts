/** A reverse proxy of the company that points at the receiver's port. We open nothing ourselves. */
import { type PublicOriginRules, readPublicOrigin } from './public-origin.ts';
import type { Tunnel } from './tunnel.ts';

export interface OwnUrlOptions {
  /** As a person typed it. */
  readonly publicUrl: string;
  readonly rules: PublicOriginRules;
}

export function createOwnUrlTunnel({ publicUrl, rules }: OwnUrlOptions): Tunnel {
  return {
    kind: 'own-url',
    lasts: true,
    proveEveryMs: 30_000,
    canReopen: false,
    open: async (_localPort, _events, signal) => {
      signal.throwIfAborted();
      const publicOrigin = readPublicOrigin(publicUrl, rules);
      return await Promise.resolve({
        publicOrigin,
        pinnedCertificate: null,
        // Not ours to see: a proof tells when it stops working.
        ended: new Promise(() => undefined),
        close: () => Promise.resolve(),
      });
    },
  };
}
