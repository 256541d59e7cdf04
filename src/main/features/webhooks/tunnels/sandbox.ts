/** The sandbox's tunnel: no way out at all. It delivers to the receiver over HTTPS on loopback. */
import { type Tunnel, TunnelError } from './tunnel.ts';

export interface SandboxTunnelOptions {
  /** `https://localhost:<port>` of the receiver; null when it has no certificate. */
  readonly tlsOrigin: () => string | null;
  /** Certificate of the receiver (PEM). */
  readonly certificate: string;
  /** Lets the embedded sandbox deliver to this origin, trusting this certificate for it. */
  readonly allow: (origin: string, certificate: string) => void;
  /** Takes that back. */
  readonly disallow: (origin: string) => void;
}

export function createSandboxTunnel(options: SandboxTunnelOptions): Tunnel {
  const { tlsOrigin, certificate, allow, disallow } = options;
  return {
    kind: 'sandbox',
    lasts: true,
    proveEveryMs: 30_000,
    canReopen: true,
    open: (_localPort, _events, signal) => {
      if (signal.aborted) return Promise.reject(signal.reason as Error);
      const publicOrigin = tlsOrigin();
      if (publicOrigin === null) {
        const sentence =
          'The receiver has no certificate, so the sandbox can’t deliver to it. Restart Causeway.';
        return Promise.reject(new TunnelError('local', sentence, { needsPerson: true }));
      }
      allow(publicOrigin, certificate);
      return Promise.resolve({
        publicOrigin,
        pinnedCertificate: certificate,
        // There is nothing between here and here that could be cut.
        ended: new Promise(() => undefined),
        close: () => {
          disallow(publicOrigin);
          return Promise.resolve();
        },
      });
    },
  };
}
