/** The public address that stands before the receiver: an https origin that the world can reach. */
import { isBadPort } from '../receiver/ports.ts';
import { isPublicHost } from './public-host.ts';
import { TunnelError } from './tunnel.ts';

export interface PublicOriginRules {
  /**
   * Takes addresses for public that only this computer or its network reaches. For tests, by
   * CAUSEWAY_ALLOW_PRIVATE_TUNNELS (docs/adding-a-tunnel.md): what it proves says nothing of the world.
   */
  readonly allowPrivate: boolean;
}

/**
 * @returns for example `https://hooks.example.com`.
 * @throws TunnelError `settings` with a sentence that says what is wrong.
 */
export function readPublicOrigin(text: string, { allowPrivate }: PublicOriginRules): string {
  const refuse = (sentence: string): never => {
    throw new TunnelError('settings', sentence, { needsPerson: true });
  };
  const url = URL.parse(text.trim());
  if (url === null || url.hostname === '') {
    return refuse('Enter a public URL, for example https://hooks.example.com.');
  }
  if (url.protocol !== 'https:') {
    return refuse('Enter a public URL that starts with https://. Webhooks require it.');
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('Enter the public URL without a user name or password.');
  }
  // The properties are empty for a bare "?" or "#".
  if (url.pathname !== '/' || /[?#]/.test(text)) {
    return refuse('Enter the public URL without a path. Each webhook gets its own path.');
  }
  if (!allowPrivate && !isPublicHost(url.hostname)) {
    return refuse(
      'Enter a URL that the internet can reach. Only this computer or its network can reach this ' +
        'one, so the service can’t.',
    );
  }
  if (isBadPort(Number(url.port))) {
    return refuse(
      `Enter a URL with another port. Port ${url.port} is reserved for another protocol.`,
    );
  }
  return url.origin;
}
