import { expect, it } from 'vitest';
import { CUT } from '../../../core/foundation/secrets/cut-secrets.ts';
import { createKnownSecrets } from '../../../core/foundation/secrets/known-secrets.ts';
import { withCleanWords } from './clean-words.ts';
import { type OpenTunnel, type Tunnel, TunnelError, type TunnelFailure } from './tunnel.ts';

const password = 'Opaque-Password-0042';
const known = createKnownSecrets();
known.learn(password);

const failure = (sentence: string): TunnelFailure => ({
  code: 'cut',
  sentence,
  needsPerson: false,
});

function tunnelOf(open: Tunnel['open']): Tunnel {
  const tunnel = { kind: 'ssh', lasts: false, proveEveryMs: 1, canReopen: true, open } as const;
  return withCleanWords(tunnel, known.values);
}

const opened = (publicOrigin: string, closed: string[] = []): OpenTunnel => ({
  publicOrigin,
  pinnedCertificate: null,
  ended: Promise.resolve(failure(`The server said ${password}.`)),
  close: async () => void closed.push(publicOrigin),
});

const moves: string[] = [];
const events = {
  moved: (to: string) => void moves.push(to),
  disturbed: () => void moves.push('?'),
};
const { signal } = new AbortController();

it('says nothing of a secret where a server says it back in why it refused or ended', async () => {
  const refusing = tunnelOf(() =>
    Promise.reject(new TunnelError('provider', `Refused ${password} and secret_9f3kAbc.`)),
  );
  const refused = refusing.open(1, events, signal);
  await expect(refused).rejects.toMatchObject({ sentence: `Refused ${CUT} and ${CUT}.` });
  const { ended } = await tunnelOf(async () => opened('https://a.example')).open(1, events, signal);
  expect(await ended).toEqual(failure(`The server said ${CUT}.`));
});

it.each([password, password.toLowerCase()])('takes no address that says %s', async (said) => {
  const closed: string[] = [];
  const tunnel = tunnelOf(async () => opened(`https://${said}.example`, closed));
  await expect(tunnel.open(1, events, signal)).rejects.toMatchObject({
    code: 'provider',
    needsPerson: true,
    message: expect.not.stringContaining(said),
  });
  expect(closed).toHaveLength(1);
});

it('tells a move to such an address as a doubt alone', async () => {
  const tunnel = tunnelOf(async (_port, told) => {
    told.moved(`https://${password.toLowerCase()}.example`);
    told.moved('https://b.example');
    return opened('https://a.example');
  });
  await tunnel.open(1, events, signal);
  expect(moves).toEqual(['?', 'https://b.example']);
});
