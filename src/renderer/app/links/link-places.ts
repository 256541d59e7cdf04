/** Where links to records lead in the page, and which link leads to an address. */
import { formatLink, type LinkKind, type RecordLink } from '../../../bridge/record-link.ts';
import type { FoundKind } from '../../../bridge/search.ts';
import type { Feature } from '../feature.tsx';
import { features } from '../features.ts';
import { around, decodedPart } from '../fragment.ts';

/** No link leads to a bulk run. */
const kindOf: Readonly<Record<Exclude<FoundKind, 'bulkRun'>, LinkKind>> = {
  customer: 'customer',
  virtualAccount: 'virtual-account',
  bankAccount: 'bank-account',
  payout: 'payout',
  wallet: 'wallet',
  address: 'address',
  paymentLink: 'payment-link',
  webhook: 'webhook',
  event: 'event',
  request: 'request',
};

const records = features.flatMap(({ finds = [] }) =>
  finds.flatMap(({ kind, hrefOf }) => (kind === 'bulkRun' ? [] : [{ kind: kindOf[kind], hrefOf }])),
);

/** A screen goes by the last part of its address. */
const nameOf = ({ paths }: Feature): string => paths.root.slice(paths.root.lastIndexOf('/') + 1);

/** null for a screen that there is not. */
export function placeOfLink({ kind, id }: Pick<RecordLink, 'kind' | 'id'>): string | null {
  if (kind === 'screen')
    return features.find((feature) => nameOf(feature) === id)?.paths.root ?? null;
  return records.find((record) => record.kind === kind)?.hrefOf(id) ?? null;
}

/** The record at an address, else its screen; null where it is in none. */
export function linkAt(location: string): Pick<RecordLink, 'kind' | 'id'> | null {
  const id = decodedPart(location.slice(location.lastIndexOf('/') + 1)) ?? '';
  for (const { kind, hrefOf } of records)
    if (hrefOf(id) === location && formatLink({ kind, id, profile: null }) !== null)
      return { kind, id };
  const [screen] = around(location, features);
  return screen === undefined ? null : { kind: 'screen', id: nameOf(screen) };
}
