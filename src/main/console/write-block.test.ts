import { describe, expect, it } from 'vitest';
import { VaultError } from '../core/vault/vault-error.ts';
import type { ServiceFacts } from './service-state.ts';
import {
  createWriteBlock,
  type WriteFacts,
  writeBlockOf,
  writesBlockedMessage,
} from './write-block.ts';

const facts = (more: Partial<WriteFacts> = {}): WriteFacts => ({
  profile: { environment: 'production' },
  isUnlocked: true,
  isDurable: true,
  hasToken: true,
  token: 'kept',
  isOther: false,
  mode: 'full',
  ...more,
});
const service = (state: ServiceFacts['state'], sentence: string | null = null): ServiceFacts => ({
  state,
  at: null,
  sentence,
});

describe('what stands in the way of a write', () => {
  it.each<[string, Partial<WriteFacts>, string | null]>([
    ['nothing', {}, null],
    ['a locked vault, before all else', { isUnlocked: false, hasToken: false }, 'locked'],
    ['reviewer mode', { mode: 'review' }, 'reviewer'],
    ['reviewer mode that signs off', { mode: 'sign-off' }, 'reviewer'],
    ['a token of another address', { hasToken: false, token: 'elsewhere' }, 'address-changed'],
    ['another profile than was chosen', { isOther: true }, 'profile-changed'],
    ['a token of another name', { hasToken: false, token: 'renamed' }, 'name-changed'],
    ['a session vault in production', { isDurable: false }, 'not-durable'],
    [
      'a session vault in a hosted sandbox',
      { isDurable: false, profile: { environment: 'sandbox' } },
      'not-durable',
    ],
    [
      'nothing in the built-in sandbox of a session',
      { isDurable: false, profile: { environment: 'built-in' } },
      null,
    ],
    ['no token', { hasToken: false }, 'no-token'],
  ])('is %s', (_words, more, cause) => {
    expect(writeBlockOf(facts(more))?.cause ?? null).toBe(cause);
    expect(writesBlockedMessage(facts(more), service('reachable')) === null).toBe(cause === null);
  });

  it.each<[ServiceFacts['state'], boolean]>([
    ['not-tried', false],
    ['reachable', false],
    ['unreachable', true],
    ['token-refused', true],
  ])('is told when the service is %s: %s', (state, isTold) => {
    const sentence = writesBlockedMessage(facts(), service(state, 'In its words.'));
    expect(sentence?.includes('In its words.') ?? false).toBe(isTold);
  });

  it('is told without a word on sending, because nobody has sent anything', () => {
    const sentence = writesBlockedMessage(facts({ hasToken: false }), service('reachable'));
    expect(sentence).not.toContain('Nothing was sent');
  });
});

describe('whether a write is possible, when the token can’t be looked for', () => {
  const blockWhere = (error: unknown, more: Partial<WriteFacts> = {}) =>
    createWriteBlock({ look: () => Promise.reject(error) }, () => facts(more))({
      id: 'p',
    } as never);

  it('says why, and that nothing was sent', async () => {
    expect(await blockWhere(new VaultError('keychain', 'It is silent.'))).toEqual({
      code: 'NOT_SENT',
      cause: 'token-unreadable',
      sentence: 'It is silent. Nothing was sent.',
    });
  });

  it('says that it is locked before that', async () => {
    const block = await blockWhere(new VaultError('locked', 'Locked.'), { isUnlocked: false });
    expect(block?.cause).toBe('locked');
  });

  it('hides no other failure', async () => {
    await expect(blockWhere(new TypeError('Broken.'))).rejects.toThrow('Broken.');
  });
});
