import { expect, it } from 'vitest';
import { contentView } from './content-view.ts';

const viewOf = (body: string | Uint8Array, whole = false) =>
  contentView({ headers: [], body: Buffer.from(body as string) }, whole);

it('gives JSON as it arrived, in the order and with the spaces that it had', () => {
  const text =
    '{ "name": "wallet.create", "id": "event_a1",\n "data": {"wallet": {"z": 1, "a": 2}} }';
  expect(viewOf(text)).toMatchObject({
    text,
    isExactText: true,
    hasWholeNumbers: false,
    body: { id: 'event_a1', data: { wallet: { z: 1, a: 2 } } },
  });
});

it('gives JSON that holds a secret without it, and says that it is not as it arrived', () => {
  const { text, isExactText, body } = viewOf('{"id":"event_a1","secret":"secret_abcdef"}');
  expect([isExactText, body]).toEqual([false, { id: 'event_a1' }]);
  expect(JSON.parse(text ?? '')).toEqual({ id: 'event_a1' });
});

it('gives other text as it is, and none of what is no text', () => {
  expect(viewOf('hello')).toMatchObject({ text: 'hello', isExactText: true, body: null });
  expect(viewOf('my secret_abcdef')).toMatchObject({
    text: 'my [secret removed]',
    isExactText: false,
  });
  expect(viewOf(new Uint8Array([0xff, 0xfe]))).toMatchObject({ text: null, isExactText: false });
});

it('is there for JSON that is nested without end', () => {
  expect(viewOf(`${'['.repeat(200_000)}${']'.repeat(200_000)}`).isExactText).toBe(false);
});

it('masks whole numbers of a bank account until a person asks (Interface 2.5)', () => {
  const text =
    '{"name":"bankAccount.create","data":{"bankAccount":{"id":"bankAccount_a1","accountDetails":{"accountNumber":"900000012345"}}}}';
  const masked = viewOf(text);
  expect(JSON.stringify(masked)).not.toContain('900000012345');
  expect(masked).toMatchObject({
    isExactText: false,
    hasWholeNumbers: true,
    body: { data: { bankAccount: { accountDetails: { accountNumber: '••••2345' } } } },
  });
  expect(viewOf(text, true)).toMatchObject({ text, isExactText: true, hasWholeNumbers: true });
});

it('cuts secrets by their shape out of headers, and out of what is no JSON', () => {
  const canaries = [
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJkZXNrIn0.c2lnbmF0dXJlLW9mLXRoZS1kZXNr',
    'secret_canary9f3k',
    '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ',
    'legal winner thank year wave sausage worth useful legal winner thank yellow',
  ];
  const words = `Said: ${canaries.join(' | ')} (all of it)`;
  for (const body of [words, JSON.stringify({ id: 'event_a1', note: words })]) {
    const headers = [['X-Note', words] as const, ['X-Signature', 'a1'.repeat(32)] as const];
    const shown = contentView({ headers, body: Buffer.from(body) }, true);
    for (const canary of canaries) expect(JSON.stringify(shown)).not.toContain(canary);
    expect(shown).toMatchObject({ isExactText: false, headers: [{}, { value: 'a1'.repeat(32) }] });
  }
});
