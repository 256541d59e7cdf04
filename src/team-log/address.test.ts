/** Which addresses are taken, and that none leaves TLS out over a network. */
import { describe, expect, it } from 'vitest';
import { AddressUnusable, readAddress, splitPassword } from './address.ts';

describe('an address', () => {
  it.each([
    ['postgres://ada@db.example/team', { isEncrypted: true, user: 'ada', password: null }],
    [
      'postgres://ada:a%40b@db.example:6432/team',
      { password: 'a@b', hosts: [{ host: 'db.example', port: 6432 }] },
    ],
    [
      'postgres://ada@one,two:5433/team',
      {
        hosts: [
          { host: 'one', port: 5432 },
          { host: 'two', port: 5433 },
        ],
      },
    ],
    ['postgres://ada@[::1]/team', { isEncrypted: false, hosts: [{ host: '::1', port: 5432 }] }],
    ['postgres://ada@127.0.0.1,db.example/team', { isEncrypted: true }],
    ['postgresql://ada@localhost/team?sslmode=verify-full', { isEncrypted: true }],
    [
      'postgres://ada@/team?host=/run/postgresql',
      { socket: '/run/postgresql', isEncrypted: false },
    ],
    ['postgres://ada@/team?host=%2Frun', { socket: '/run', hosts: [], isEncrypted: false }],
    ['postgres://ada@/team?host=/run&sslmode=verify-full', { isEncrypted: true }],
    ['postgres://ada@127.1.2.3:6432/team?sslmode=disable', { isEncrypted: false }],
    // Whatever only looks like loopback is not.
    ['postgres://ada@db.example,localhost/team', { isEncrypted: true }],
    ['postgres://ada@[::1],[fd00::1]/team', { isEncrypted: true }],
    ['postgres://ada@localhost.db.example/team', { isEncrypted: true }],
    ['postgres://ada@localhost./team', { isEncrypted: true }],
    ['postgres://ada@127.0.0.1.db.example/team', { isEncrypted: true }],
    ['postgres://ada@127.1/team', { isEncrypted: true }],
    ['postgres://ada@0.0.0.0/team', { isEncrypted: true }],
    ['postgres://ada@[::]/team', { isEncrypted: true }],
    ['postgres://ada@[::ffff:7f00:1]/team', { isEncrypted: true }],
    [
      'postgres://localhost:127.0.0.1@db.example/team',
      { user: 'localhost', hosts: [{ host: 'db.example', port: 5432 }], isEncrypted: true },
    ],
  ])('%s is read', (url, expected) => {
    expect(readAddress(url)).toMatchObject(expected);
  });

  it.each([
    ['db.example', 'Enter the URL'],
    ['postgres://db.example/team', 'USER@HOST'],
    ['postgres://ada:secret@/team', 'Enter the host'],
    ['postgres://ada:secret@db.example/team?sslmode=require', 'only sslmode=verify-full'],
    ['postgres://ada:secret@db.example/team?sslmode=disable', 'only sslmode=verify-full'],
    ...['require', 'prefer', 'allow', 'verify-ca', 'Disable', ''].map((mode) => [
      `postgres://ada:secret@db.example/team?sslmode=${mode}`,
      'only sslmode=verify-full',
    ]),
    ['postgres://ada:secret@localhost,db.example/team?sslmode=disable', 'only sslmode=verify-full'],
    [
      'postgres://ada:secret@db.example/team?sslmode=verify-full&sslmode=disable',
      'only sslmode=verify-full',
    ],
    ...['options', 'hostaddr', 'service', 'ssl', 'port', 'HOST', 'sslnegotiation'].map((name) => [
      `postgres://ada:secret@db.example/team?${name}=x`,
      `not known: ${name}`,
    ]),
    // A socket is a folder of this computer, and nothing else makes an address one.
    ...[
      'db.example',
      'localhost',
      '127.0.0.1',
      '',
      '.',
      '@abstract',
      '%00abstract',
      ' /run',
      'run/postgresql',
      '//db.example/pipe',
      '/%5Cdb.example',
      '%5C%5Cdb.example',
      'C:/run',
      'db.example,/run',
      '/run&host=db.example',
      'secret@db.example',
    ].map((host) => [`postgres://ada:secret@/team?host=${host}`, 'postgres://USER@HOST/DATABASE']),
    ['postgres://ada:secret@db.example/team?host=/run', 'Enter the host'],
    ['postgres://ada:secret@127.0.0.1@db.example/team', 'Enter the URL'],
    ['postgres://ada:secret@127.0.0.1#@db.example/team', 'Enter the URL'],
    ['postgres://ada:secret@127.0.0.1%2F@db.example/team', 'Enter the URL'],
    ['postgres://ada:secret@127.0.0.1%00.db.example/team', 'in another form'],
    ['postgres://ada:secret@127.0.0.1\\db.example/team', 'in another form'],
    ['postgres://ada:secret@127.0.0.1:5432:5432/team', 'in another form'],
    ['postgres://ada:secret@[::1%25eth0]/team', 'in another form'],
    ['postgres://ada:secret@[::ffff:127.0.0.1]/team', 'in another form'],
    ['postgres://ada:secret@::1/team', 'in another form'],
    ['postgres://ada:secret@127.0.0.1,/team', 'in another form'],
    ['postgres://ada:secret@localhost/team%00options%00-cx', 'has a %00'],
    ['postgres://ada:secret%@db.example/team', 'two hex digits'],
    ['postgres://ada:secret@db example/team', 'in another form: db example'],
  ])('%s is refused, without its password', (url, words) => {
    const error = (() => {
      try {
        return readAddress(url);
      } catch (thrown) {
        return thrown as Error;
      }
    })();
    expect(error).toBeInstanceOf(AddressUnusable);
    expect((error as Error).message).toContain(words);
    expect((error as Error).message).not.toContain('secret');
  });

  it('is kept apart from its password', () => {
    expect(splitPassword(' postgres://ada:a%40b@one,two/team ')).toEqual({
      url: 'postgres://ada@one,two/team',
      password: 'a@b',
    });
    expect(splitPassword('postgres://ada@one/team').password).toBeNull();
  });
});
