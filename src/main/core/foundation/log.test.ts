import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';
import { createKnownSecrets } from './secrets/known-secrets.ts';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  const known = createKnownSecrets();
  known.learn('opaque-token-0042');
  const destination = { write: (line: string) => void lines.push(line) };
  write(createLog({ level: 'debug', destination, known }));
  expect(lines.every((line) => line.endsWith('}\n') && JSON.parse(line) !== null)).toBe(true);
  return lines.join('');
}

const canary = 'canary-value';
const fields = [
  'token',
  'accessToken',
  'secret',
  'passphrase',
  'password',
  'authorization',
  'Authorization',
  'cookie',
  'set-cookie',
  'dataKey',
  'private_key',
  'mnemonic',
  'email',
  'emailAddress',
  'phone',
  'phoneNumber',
  'phone_number',
  'bankAccountNumber',
  'accountNumber',
  'account_number',
  'beneficiaryAccountNumber',
  'iban',
  'bankRoutingNumber',
  'taxIdentificationNumber',
  'taxId',
  'tax_number',
  'ssn',
  'dateOfBirth',
  'firstName',
];

describe.each(fields)('the field %s', (field) => {
  it.each([
    ['at the top', (value: object) => value],
    ['at the second level', (value: object) => ({ a: value })],
    ['at the third', (value: object) => ({ a: { b: value } })],
    ['at the sixth', (value: object) => ({ a: { b: { c: { d: { e: value } } } } })],
    ['in a list', (value: object) => ({ rows: [{ cells: [value] }] })],
    ['of an error', (value: object) => ({ err: Object.assign(new Error('failed'), value) })],
    [
      'of the cause of an error',
      (value: object) => ({ err: new Error('a', { cause: Object.assign(new Error('b'), value) }) }),
    ],
  ])('never stands in a line, %s', (_where, wrapped) => {
    const text = logged((log) => log.error(wrapped({ [field]: canary, id: 'customer_1' }), 'x'));
    expect(text).not.toContain(canary);
  });
});

describe('the words of a line', () => {
  const secrets = [
    ['a known token', 'opaque-token-0042'],
    ['a webhook’s secret', 'secret_9f3kAbc4x'],
    ['a JWT', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJkZXNrIn0.c2lnbmF0dXJl'],
    ['an email', 'ada.byron+till@bank.example.com'],
    ['a phone number', '+4930123456789'],
    ['an IBAN', 'DE89370400440532013000'],
    ['an account number', '900000012345'],
    ['one of eight digits', '12345678'],
    ['one in groups', '9000 0001-2345'],
    ['a phone number without a plus', '030 (1234) 567-89'],
    ['a tax number', '21/815/08150'],
    ['a number behind a day', '2026-11-20 12345678'],
  ] as const;
  it.each(secrets)(
    'never hold %s: message, error, stack, cause, child and name',
    (_what, value) => {
      const text = logged((log) => {
        const words = `Given: ${value} (again)`;
        log.info(words);
        log.warn({ reason: words, deep: { list: [words] }, [`x ${value}`]: 1 }, words);
        log.error({ err: new Error(words, { cause: new TypeError(words) }) }, 'failed');
        log.child({ part: words }).error('said');
      });
      expect(text).not.toContain(value);
      expect(text).toContain('(again)');
    },
  );

  it.each([
    'between 2026-11-20 and 2026-11-21',
    'at 2026-11-20T12:00:00.000Z',
    'connect ECONNREFUSED 192.168.100.200:443',
    'event_123456789 and 4bk2l0s912345678',
    '00000000-1111-4abc-8def-000000000000',
    'took 1234567 ms',
  ])('keep what is no number of anybody: %s', (said) => {
    expect(logged((log) => log.warn({ err: new Error(said) }, said)).split(said)).toHaveLength(4);
  });

  it('keep numbers as ids and times of ours', () => {
    const own = { intentKey: '12345678901234567890', at: 1_763_650_000_000, runId: '1234567890' };
    expect(JSON.parse(logged((log) => log.warn(own, 'x')))).toMatchObject(own);
  });

  it('hold nothing that a terminal would obey', () => {
    const text = logged((log) => log.warn({ name: 'a\u009b2Jb\u202e' }, 'said \u001b[2J'));
    expect(text.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(JSON.parse(text)).toMatchObject({ name: 'a\u009b2Jb\u202e', msg: 'said \u001b[2J' });
  });

  it('keep ids, states, numbers, and where an error came from', () => {
    const text = logged((log) =>
      log.error({ err: new Error('gone'), intentKey: 'k1', status: 503, id: 'customer_1' }, 'x'),
    );
    expect(JSON.parse(text)).toMatchObject({ intentKey: 'k1', status: 503, id: 'customer_1' });
    expect(text).toContain('log.test.ts');
  });
});

it('a failure that nobody awaited is logged and ends nothing; an exception ends it', () => {
  const from = new URL('./log.ts', import.meta.url).href;
  const run = (how: string) =>
    spawnSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `const { logUnawaited } = await import('${from}');
         logUnawaited({ error: ({ err }) => console.log('logged', err.message) });
         setTimeout(() => console.log('goes on'), 50);
         ${how}`,
      ],
      { encoding: 'utf8' },
    );
  expect(run(`void Promise.reject(new Error('full'));`)).toMatchObject({
    status: 0,
    stdout: 'logged full\ngoes on\n',
  });
  expect(run(`setTimeout(() => { throw new Error('full'); });`)).toMatchObject({
    status: 1,
    stdout: '',
  });
});
