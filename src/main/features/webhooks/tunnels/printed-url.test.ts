import { describe, expect, it } from 'vitest';
import { CUT } from '../../../core/foundation/secrets/cut-secrets.ts';
import { createKnownSecrets } from '../../../core/foundation/secrets/known-secrets.ts';
import { createUrlReader, findPrintedOrigin, withCleanWords } from './printed-url.ts';
import { type OpenTunnel, type Tunnel, TunnelError, type TunnelFailure } from './tunnel.ts';

describe('the address that a service prints', () => {
  it('is found behind a greeting with links to the pages of the service', () => {
    const text = [
      'Welcome to localhost.run!',
      'Follow your favourite reverse tunnel at [https://twitter.com/localhost_run].',
      'To explore using localhost.run visit the documentation site:',
      'https://localhost.run/docs/',
      'To manage custom domains go to https://admin.localhost.run/',
      'your connection id is 0f2d, please mention it.',
      '4c2f8d.lhr.life tunneled with tls termination, https://4c2f8d.lhr.life',
      '',
    ].join('\r\n');
    expect(findPrintedOrigin(text, 'localhost.run')?.origin).toBe('https://4c2f8d.lhr.life');
  });

  it('is found between colours', () => {
    const text = '\u001b[32mForwarding HTTP traffic from \u001b[1mhttps://a1.serveo.net\u001b[0m\n';
    expect(findPrintedOrigin(text, 'serveo.net')?.origin).toBe('https://a1.serveo.net');
  });

  it('is found where it stands alone', () => {
    const text = 'http://rand.a.free.pinggy.link\nhttps://rand.a.free.pinggy.link\n';
    expect(findPrintedOrigin(text, 'a.pinggy.io')).toEqual({
      origin: 'https://rand.a.free.pinggy.link',
      isSaid: false,
    });
  });

  it.each([
    ['no address', 'Hello!\nYou are connected.\n'],
    ['plain http', 'Forwarding from http://abc.example.com\n'],
    ['an address with a path', 'tunnel help: https://abc.example.com/help\n'],
    ['an address with a query', 'tunnel: https://abc.example.com/?a=b\n'],
    ['the service itself', 'forwarding by https://service.example\n'],
  ])('is not found in %s', (_what, text) => {
    expect(findPrintedOrigin(text, 'service.example')).toBeNull();
  });

  it('is told once, and again when it becomes another one', () => {
    const told: string[] = [];
    const read = createUrlReader('service.example', ({ origin }) => told.push(origin));
    read('Forwarding from https://on');
    read(Buffer.from('e.example.com\nHello\n'));
    read('Still here.\n');
    read('Forwarding from https://two.example.com.\n');
    expect(told).toEqual(['https://one.example.com', 'https://two.example.com']);
  });

  it('is not taken from half a line, nor from requests that a service prints', () => {
    const told: string[] = [];
    const read = createUrlReader('service.example', ({ origin }) => told.push(origin));
    read('https://one.example.com');
    expect(told).toEqual([]);
    read('\r\n127.0.0.1 "GET / HTTP/1.1" 200 "https://referrer.example"\r\n');
    read('127.0.0.1 "GET / HTTP/1.1" 200 "https://other.example"\r\n');
    expect(told).toEqual(['https://one.example.com']);
  });

  it('is not looked for in a line that is longer than any address', () => {
    const line = (rest: string) => `Forwarding from https://a.example.com ${rest}\n`;
    expect(findPrintedOrigin(line('.'.repeat(10)), 'service.example')).not.toBeNull();
    // Made of what takes the square of its length, as these do, it would stop all of main.
    const hostile = ['\u001b]', '.'].map((sign) => line(sign.repeat(10_000)));
    expect(findPrintedOrigin(hostile.join(''), 'service.example')).toBeNull();
  });

  it('is still found after a flood', () => {
    const told: string[] = [];
    const read = createUrlReader('service.example', ({ origin }) => told.push(origin));
    for (let line = 0; line < 2_000; line++) read(`${'noise '.repeat(20)}\n`);
    read('tunnel at https://late.example.com\n');
    expect(told).toEqual(['https://late.example.com']);
  });
});

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
