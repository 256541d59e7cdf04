/** Private keys and seed phrases that were pasted by mistake: refused before anything is written. */
import type { SecretKind } from '../../../contract/addresses/secrets.ts';
import { secretAmong } from '../foundation/secrets/secret-in.ts';
import { invalid } from './failed.ts';

const sentences: Readonly<Record<SecretKind, string>> = {
  'evm-private-key': 'This looks like a private key, or the hash of a transaction.',
  'solana-private-key':
    'This looks like a private key of Solana, or the signature of a transaction.',
  'bitcoin-private-key': 'This looks like a private key of Bitcoin.',
  'stellar-secret-seed': 'This looks like the secret seed of a Stellar account.',
  'extended-key': 'This looks like an extended key of a wallet.',
  'seed-phrase': 'This looks like the seed phrase of a wallet.',
  'move-private-key': 'This looks like a private key of Sui or Aptos.',
};

/** Throws Failed INVALID (`secret`), without a word of it, when one of the texts in there is a secret. */
export function requireNoSecret(...values: readonly unknown[]): void {
  const kind = secretAmong(textsIn(values));
  if (kind === null) return;
  throw invalid(
    `${sentences[kind]} It was not sent, and not stored or written down anywhere. If others may have seen it, move what it protects.`,
    'secret',
  );
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const one of value) yield* textsIn(one);
  else if (typeof value === 'object' && value !== null) yield* textsIn(Object.values(value));
}
