/** The public address that stands before the receiver: an https origin that the world can reach. */
import { isBadPort } from '../bad-ports.ts';
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
    return refuse('The public address is no web address. It looks like https://hooks.example.com.');
  }
  if (url.protocol !== 'https:') {
    return refuse('The public address must begin with https://, because webhooks need it.');
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('Leave user name and password out of the public address.');
  }
  // The properties are empty for a bare "?" or "#".
  if (url.pathname !== '/' || /[?#]/.test(text)) {
    return refuse(
      'Give the public address without a path: every webhook gets a path of its own after it.',
    );
  }
  if (!allowPrivate && !isPublicHost(url.hostname)) {
    return refuse(
      'This address is known to this computer or its network alone, so the service can’t reach it. ' +
        'Give the one that the world calls.',
    );
  }
  if (isBadPort(Number(url.port))) {
    return refuse(`No request may go to port ${url.port}: it is kept for another protocol.`);
  }
  return url.origin;
}
