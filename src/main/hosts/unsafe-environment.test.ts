import { describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { systemRandom } from '../../platform/random.ts';
import { createLog } from '../core/foundation/log.ts';
import { explainConsoleError, openHostedConsole } from './browser/hosted-console.ts';
import { refuseUnsafeEnvironment, UnsafeEnvironment } from './unsafe-environment.ts';

const unsafe: readonly NodeJS.ProcessEnv[] = [
  { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
  { SSLKEYLOGFILE: '/tmp/keys' },
  { NODE_OPTIONS: '--max-old-space-size=512 --tls-keylog=/tmp/keys' },
  { NODE_OPTIONS: '--insecure-http-parser' },
  { NODE_OPTIONS: '--tls-min-v1.0' },
  // Node reads both of these as the option.
  { NODE_OPTIONS: '--tls_keylog=/tmp/keys' },
  { NODE_OPTIONS: '"--tls-keylog=/tmp/keys"' },
];

describe('an environment that takes the protection off connections', () => {
  it.each(unsafe)('is refused by a sentence that names the variable alone: %j', (environment) => {
    const [name = '', value = ''] = Object.entries(environment)[0] ?? [];
    const attempt = () => refuseUnsafeEnvironment(environment);
    expect(attempt).toThrow(UnsafeEnvironment);
    expect(attempt).toThrow(name);
    expect(attempt).not.toThrow(value.includes('/') ? '/tmp/keys' : 'a value');
  });

  it.each<NodeJS.ProcessEnv>([
    {},
    { NODE_TLS_REJECT_UNAUTHORIZED: '1', SSLKEYLOGFILE: '' },
    { NODE_EXTRA_CA_CERTS: '/etc/company.pem' },
    { NODE_OPTIONS: '--max-old-space-size=512 --tls-min-v1.2' },
  ])('is none of these: %j', (environment) => {
    expect(() => refuseUnsafeEnvironment(environment)).not.toThrow();
  });

  it('opens no console, and says why', async () => {
    const log = createLog({ level: 'silent', destination: { write: () => undefined } });
    const options = {
      clock: systemClock,
      random: systemRandom,
      log,
      version: '0.0.0',
      environment: { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    };
    const request = { dataDir: '/nonexistent/data', passphrase: null, ephemeral: true };
    const error = await openHostedConsole(options, request).catch((reason: unknown) => reason);
    expect(explainConsoleError(error)?.sentence).toContain('NODE_TLS_REJECT_UNAUTHORIZED');
  });
});
