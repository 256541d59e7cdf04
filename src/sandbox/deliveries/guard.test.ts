import { expect, test } from 'vitest';
import type { GuardOptions } from './guard.ts';
import { createGuard, DeliveryRefused } from './guard.ts';

const names: Readonly<Record<string, readonly string[]>> = {
  'public.example': ['93.184.216.34'],
  'private.example': ['10.0.0.7'],
  'mixed.example': ['10.0.0.7', '93.184.216.34', '::1'],
  'nowhere.example': [],
  localhost: ['::1', '127.0.0.1'],
};

const guard = (options: Partial<GuardOptions> = {}) =>
  createGuard({
    allowPrivate: false,
    trustCa: null,
    allowedOrigins: [],
    resolve: async (hostname) => {
      const addresses = names[hostname];
      if (addresses === undefined) throw new Error('ENOTFOUND');
      return addresses;
    },
    ...options,
  });

test('a public name is reached at its checked address, under its own name', async () => {
  expect(await guard().targetOf('https://public.example:8443/in?x=1')).toEqual({
    addresses: ['93.184.216.34'],
    port: 8443,
    hostname: 'public.example',
    ca: null,
  });
});

test('of a name with public and private addresses only the public ones are used', async () => {
  const { addresses, port } = await guard().targetOf('https://mixed.example/');
  expect([addresses, port]).toEqual([['93.184.216.34'], 443]);
});

test.each([
  ['https://private.example/', 'The address is not a public one.'],
  ['https://localhost/', 'The address is not a public one.'],
  ['https://127.0.0.1/', 'The address is not a public one.'],
  ['https://2130706433/', 'The address is not a public one.'],
  ['https://0x7f.1/', 'The address is not a public one.'],
  ['https://[::1]/', 'The address is not a public one.'],
  ['https://[::ffff:127.0.0.1]/', 'The address is not a public one.'],
  ['https://169.254.169.254/latest/meta-data', 'The address is not a public one.'],
  ['https://nowhere.example/', 'The name has no address.'],
  ['https://unknown.example/', 'The name could not be resolved.'],
  ['http://public.example/', 'The address is not https.'],
])('%s is refused: %s', async (url, message) => {
  const refused = guard().targetOf(url);
  await expect(refused).rejects.toThrow(message);
  await expect(refused).rejects.toBeInstanceOf(DeliveryRefused);
});

test('a name that changes its address between check and use does not get through', async () => {
  const answers = [['93.184.216.34'], ['127.0.0.1']];
  const { targetOf } = guard({ resolve: async () => answers.shift() ?? [] });
  // The connection goes to the checked address, not the name.
  expect((await targetOf('https://rebinding.example/')).addresses).toEqual(['93.184.216.34']);
  await expect(targetOf('https://rebinding.example/')).rejects.toThrow('not a public one');
});

test('with private deliveries allowed every address is open, IPv4 loopback first', async () => {
  const open = guard({ allowPrivate: true, trustCa: 'CA' });
  expect(await open.targetOf('https://localhost/')).toMatchObject({
    addresses: ['127.0.0.1', '::1'],
    ca: 'CA',
  });
  expect((await open.targetOf('https://private.example/')).addresses).toEqual(['10.0.0.7']);
});

test('an allowed origin is open with its own certificates, another port of it is not', async () => {
  const one = guard({ allowedOrigins: [{ origin: 'https://127.0.0.1:8443/', ca: 'OURS' }] });
  expect(await one.targetOf('https://127.0.0.1:8443/slot')).toMatchObject({
    addresses: ['127.0.0.1'],
    ca: 'OURS',
  });
  await expect(one.targetOf('https://127.0.0.1:8444/slot')).rejects.toThrow('not a public one');
  one.allowOrigin('https://127.0.0.1:8444', null);
  expect((await one.targetOf('https://127.0.0.1:8444/slot')).ca).toBeNull();
});

test('an origin that was opened later can be closed again, one of the options stays', async () => {
  const one = guard({ allowedOrigins: [{ origin: 'https://127.0.0.1:8443', ca: 'OURS' }] });
  one.allowOrigin('https://127.0.0.1:8444', 'PEM');
  one.disallowOrigin('https://127.0.0.1:8444');
  await expect(one.targetOf('https://127.0.0.1:8444/slot')).rejects.toThrow('not a public one');
  one.allowOrigin('https://127.0.0.1:8443', 'OTHER');
  one.disallowOrigin('https://127.0.0.1:8443');
  expect((await one.targetOf('https://127.0.0.1:8443/slot')).ca).toBe('OURS');
});

test('a name is looked up once at a time', async () => {
  let lookups = 0;
  let answer = (_: readonly string[]): void => undefined;
  const { targetOf } = guard({
    resolve: () => {
      lookups += 1;
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
  });
  const all = Array.from({ length: 20 }, () => targetOf('https://slow.example/'));
  answer(['93.184.216.34']);
  await Promise.all(all);
  expect(lookups).toBe(1);
});
