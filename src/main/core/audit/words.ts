/**
 * Words that people wrote into entries of the log. They may name somebody, and an entry never changes: so an
 * entry holds a commitment to them, and they stand beside it with the salt that opens it. Without its salt a
 * commitment tells nothing, however few the likely words are.
 */
import type { JsonObject } from '../../../contract/scalars.ts';
import { sha256Hex } from '../../../platform/canonical-json.ts';
import { type Random, randomHex } from '../../../platform/random.ts';

/** Facts that people write. */
const written = ['note', 'fileName'] as const;
const prefix = 'sha256:';

export interface AuditWords {
  /** 64 hex digits. */
  readonly salt: string;
  /** By the names of the facts. */
  readonly words: Readonly<Record<string, string>>;
}

const commitmentTo = (salt: string, name: string, text: string): string =>
  `${prefix}${sha256Hex(`${salt}\n${name}\n${text}`)}`;

/** The facts as the log keeps them, and what stands beside; null where nothing was written. */
export function committed(
  facts: JsonObject,
  random: Random,
): { readonly facts: JsonObject; readonly beside: AuditWords | null } {
  const words: Record<string, string> = {};
  for (const name of written) {
    const text = facts[name];
    if (typeof text === 'string' && text !== '') words[name] = text;
  }
  if (Object.keys(words).length === 0) return { facts, beside: null };
  const salt = randomHex(random, 32);
  const hidden = Object.entries(words).map(([name, text]) => [
    name,
    commitmentTo(salt, name, text),
  ]);
  return { facts: { ...facts, ...Object.fromEntries(hidden) }, beside: { salt, words } };
}

/** Whether the words are those that the entry was made with. Facts are those of the log. */
export function areWordsOf(facts: JsonObject, { salt, words }: AuditWords): boolean {
  return Object.entries(words).every(
    ([name, text]) => facts[name] === commitmentTo(salt, name, text),
  );
}
