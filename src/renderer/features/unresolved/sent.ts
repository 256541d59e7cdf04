/** What a request sent, read without trusting its shape: the journal keeps inputs of older versions too. */
import type { IntentView } from '../../../bridge/intents.ts';

type Sent = Pick<IntentView, 'operation' | 'input'>;

function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (at, key) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, key)
          ? (at as Record<string, unknown>)[key]
          : undefined,
      value,
    );
}

/** Text under a dotted path; null where there is none. */
export function sentText({ input }: Pick<Sent, 'input'>, path: string): string | null {
  const value = valueAt(input, path);
  return typeof value === 'string' && value !== '' ? value : null;
}

export function sentList({ input }: Pick<Sent, 'input'>, path: string): string[] {
  const value = valueAt(input, path);
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

const joined = (parts: readonly (string | null)[], by: string): string | null => {
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? null : known.join(by);
};

/** The name of a person; null where none was sent. */
export const sentName = (sent: Pick<Sent, 'input'>): string | null =>
  joined(
    [
      sentText(sent, 'personalInformation.firstName'),
      sentText(sent, 'personalInformation.lastName'),
    ],
    ' ',
  );

/** `USD → USDC`; null where neither was sent. */
export const sentPair = (sent: Pick<Sent, 'input'>): string | null =>
  joined([sentText(sent, 'sourceCurrency'), sentText(sent, 'destinationCurrency')], ' → ');

/** What tells this request from others, in a line. */
export function aboutSent(sent: Pick<Sent, 'input'>): string | null {
  const account = joined([sentPair(sent), sentText(sent, 'walletAddress')], ' · ');
  if (account !== null) return account;
  const texts = ['name', 'email', 'url', 'type'].map((path) => sentText(sent, path));
  return sentName(sent) ?? texts.find((text) => text !== null) ?? null;
}
