/** What a request sent, read without trusting its shape: the journal keeps inputs of older versions too. */
import { useState } from 'react';
import type { AddressCheck } from '../../../bridge/address-book.ts';
import type { IntentView } from '../../../bridge/intents.ts';
import type { UnresolvedView } from '../../../bridge/unresolved.ts';
import {
  type Confirmation,
  neededConfirmations,
  openConfirmations,
} from '../virtual-accounts/confirmations.ts';
import { useAddressCheck } from '../virtual-accounts/use-address-check.ts';
import { unresolvedTexts } from './texts.ts';

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
export function aboutSent(
  sent: Pick<Sent, 'input'>,
  customerName: string | null = null,
): string | null {
  const account = joined([customerName, sentPair(sent), sentText(sent, 'walletAddress')], ' · ');
  if (account !== null) return account;
  const texts = ['name', 'email', 'url', 'type'].map((path) => sentText(sent, path));
  return sentName(sent) ?? texts.find((text) => text !== null) ?? null;
}

/** The review of an account that is sent again: its whole address, and what has to be confirmed of it. */
export interface AgainReview {
  network: string;
  address: string;
  check: ReturnType<typeof useAddressCheck>;
  needed: Confirmation[];
  confirmed: readonly string[];
  confirm: (confirmed: readonly string[]) => void;
  /** Nothing is left to confirm, and main got the address that is shown. */
  isDone: boolean;
}

/** null for what has no wallet. */
export function useAgainReview({ intent }: UnresolvedView): AgainReview | null {
  const network = sentText(intent, 'network') ?? '';
  const address = sentText(intent, 'walletAddress') ?? '';
  const check = useAddressCheck(network, address);
  const [confirmed, confirm] = useState<readonly string[]>([]);
  if (intent.operation !== 'createVirtualAccount') return null;
  const fee = sentText(intent, 'integratorBpsFee') ?? undefined;
  const needed = againConfirmations({ network, address, fee }, check.data?.lookAlikes ?? []);
  const isRead = check.data?.address === address && check.data.network === network;
  const isDone = isRead && openConfirmations(needed, confirmed).length === 0;
  return { network, address, check, needed, confirmed, confirm, isDone };
}

/** As for a new account, and always that the address was read: nobody typed it just now. */
export function againConfirmations(
  { network, address, fee }: { network: string; address: string; fee: string | undefined },
  lookAlikes: AddressCheck['lookAlikes'],
): Confirmation[] {
  return [
    { key: `read:${network}:${address}`, words: unresolvedTexts.again.readAddress },
    ...neededConfirmations({ network, walletAddress: address, integratorBpsFee: fee }, lookAlikes),
  ];
}
