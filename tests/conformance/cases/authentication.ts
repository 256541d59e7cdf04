/** Authentication (Interface 5). */
import { requestExamples } from '../../../src/contract/examples.ts';
import { operations } from '../../../src/contract/operations.ts';
import { section } from '../case.ts';
import { demand, refusedForToken } from '../checks.ts';
import type { Context } from '../context.ts';
import { Skip } from '../outcome.ts';

const pathOf = (path: string): string =>
  path
    .replace('{customer_id}', 'customer_conformance0')
    .replace('{bank_account_id}', 'bankAccount_conformance0')
    .replace('{event_id}', 'event_conformance0');

/** Every operation; a POST that is not refused would create something. */
const calls = Object.entries(operations).map(([name, { method, path }]) => ({
  name,
  method,
  path: pathOf(path),
  needs:
    name === 'createWebhook'
      ? ('destroy-slots' as const)
      : method === 'POST'
        ? ('write' as const)
        : ('read' as const),
  body: name in requestExamples ? Reflect.get(requestExamples, name) : undefined,
}));

const encoded = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

/** The token's own claims under another header, with this signature. */
function forged(token: string, header: object, signature: string): string {
  return `${encoded(header)}.${token.split('.')[1] ?? ''}.${signature}`;
}

const forgeries: readonly (readonly [what: string, make: (token: string) => string])[] = [
  ['is no JWT', () => 'conformance'],
  ['is empty', () => ''],
  ['has the algorithm none', (token) => forged(token, { alg: 'none', typ: 'JWT' }, '')],
  [
    'has an altered signature',
    (token) => forged(token, { alg: 'HS256', typ: 'JWT' }, 'A'.repeat(43)),
  ],
  [
    'has altered claims',
    (token) => {
      const [header = '', , signature = ''] = token.split('.');
      return `${header}.${encoded({ sub: 'conformance', exp: 4_102_444_800 })}.${signature}`;
    },
  ],
];

export const authenticationCases = section('5', [
  [
    'The token is a JWT.',
    'the token of this run has the three parts of a JWT',
    'read',
    async ({ token }) => {
      demand(/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token), 'It has not');
    },
  ],
  ...calls.map(
    ({ name, method, path, needs, body }) =>
      [
        'Every operation takes a bearer token in the Authorization header.',
        `${name} without a token is refused`,
        needs,
        async ({ client }: Context) => {
          const answer = await client.call(method, path, { body, authorization: null });
          refusedForToken(answer, 'No token');
        },
      ] as const,
  ),
  ...calls.map(
    ({ name, method, path, needs, body }) =>
      [
        'Authorization: Bearer <ACCESS_TOKEN>.',
        `${name} with the token under another scheme is refused`,
        needs,
        async ({ client, token }: Context) => {
          const authorization = `Basic ${token}`;
          refusedForToken(
            await client.call(method, path, { body, authorization }),
            'Another scheme',
          );
        },
      ] as const,
  ),
  ...forgeries.map(
    ([what, make]) =>
      [
        'The token is a JWT.',
        `a token that ${what} is refused`,
        'read',
        async ({ client, token }: Context) => {
          if (token.split('.').length !== 3) throw new Skip('the token of this run is no JWT');
          const authorization = `Bearer ${make(token)}`;
          for (const { method, path } of calls.filter((call) => call.method === 'GET')) {
            refusedForToken(await client.call(method, path, { authorization }), 'It');
          }
        },
      ] as const,
  ),
  [
    'Token issuance and expiry: not shown.',
    'a token that has expired is refused',
    'control',
    async ({ client, control }) => {
      const expired = await control().signToken({ expiresInSeconds: -60 });
      const authorization = `Bearer ${expired}`;
      const answer = await client.call('GET', '/v1/event/event_conformance0', { authorization });
      refusedForToken(answer, 'An expired token');
    },
  ],
  [
    'The service is reachable in a sandbox and a production environment.',
    'a token of the other environment is refused',
    'control',
    async ({ client, control }) => {
      const other = await control().signToken({ environment: 'production' });
      const authorization = `Bearer ${other}`;
      const answer = await client.call('GET', '/v1/event/event_conformance0', { authorization });
      refusedForToken(answer, 'A token of the other environment');
    },
  ],
]);
