/** What the world of a profile is called: a sandbox on this computer is not called hosted. */
import type { Environment } from '../../bridge/profiles.ts';
import { frameTexts } from '../texts/frame.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

export const isLoopback = (hostname: string): boolean => loopback.test(hostname);

export function environmentName(environment: Environment, baseUrl: string | null): string {
  const names = frameTexts.profile.environments;
  if (environment !== 'sandbox') return names[environment];
  const hostname = URL.parse(baseUrl ?? '')?.hostname ?? '';
  return isLoopback(hostname) ? frameTexts.profile.localSandbox : names.sandbox;
}
