/** A request as people read it: every field of it, whole, and what is beside it. */
import type { AddressCheck } from '../../../bridge/address-book.ts';
import type { ApprovalSubject } from '../../../bridge/approval-limits.ts';
import { counted, listed } from '../../../bridge/words.ts';
import { checkAddress } from '../../../contract/addresses/check-address.ts';
import { groupsOfFour } from '../../../contract/addresses/groups.ts';
import { fieldLabel, requestLabels, webhookLabels } from '../../../contract/fields.ts';
import { nounOf, writes } from '../../../contract/writes.ts';
import type { AccountsOn } from '../address-book/address-book-repository.ts';
import type { ProposedRequest } from './contents.ts';

export type NamedText = [name: string, value: string];

/** Fields that are wallet addresses: people compare them in groups. */
const addressFields: ReadonlySet<string> = new Set(['walletAddress']);

/** Every value of a request under its name, in the order of templates; nothing is left out or cut. */
export const fieldsOf = (input: object): NamedText[] =>
  valuesOf(input, '')
    .sort(([one], [other]) => placeOf(one) - placeOf(other))
    .map(([name, text]) => [labelOf(name), text]);

/** Entries of a team have their keys in the order of the alphabet. Last: what has no name. */
const placeOf = (name: string): number => {
  const place = Object.keys(requestWords).indexOf(name);
  return place === -1 ? Number.POSITIVE_INFINITY : place;
};

function valuesOf(input: object, path: string): NamedText[] {
  return Object.entries(input).flatMap(([key, value]: [string, unknown]): NamedText[] => {
    const name = path === '' ? key : `${path}.${key}`;
    if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) {
      return [[name, value.map(String).join(', ')]];
    }
    if (typeof value === 'object' && value !== null) return valuesOf(value, name);
    const text = value === null ? 'null' : String(value);
    return [[name, addressFields.has(key) ? groupsOfFour(text).join(' ') : text]];
  });
}

const labelOf = (name: string): string => requestWords[name] ?? fieldLabel(name) ?? name;
const requestWords: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(requestLabels),
  webhookLabels,
);

export const subjectOf = (request: ProposedRequest): ApprovalSubject =>
  request.what === 'bulk' ? 'bulk' : request.operation;

export const nounOfSubject = (subject: ApprovalSubject): string =>
  subject === 'bulk' ? 'bulk run' : nounOf(writes[subject].creates);

const checks: Readonly<Record<string, string>> = {
  'no-checksum': 'The address has no checksum, so a wrong character goes unnoticed.',
  'off-curve': 'The address is off the curve: it belongs to a program, and no key can sign for it.',
  unchecked: 'Causeway can’t check addresses of this network.',
};

/** What the address book says of a wallet, and how its nearest addresses differ, character by character. */
export function addressFacts(
  { network, address, known, lookAlikes }: AddressCheck,
  isPaidInto: boolean,
  accountsOn: readonly AccountsOn[],
): {
  facts: NamedText[];
  warnings: string[];
} {
  const facts: NamedText[] = [
    [
      'In the address book',
      known === null
        ? 'No: no virtual account known to Causeway pays into this wallet'
        : `Yes${known.label === null ? '' : `, as “${known.label}”`}: ${usedBy(accountsOn)}`,
    ],
  ];
  if (known !== null && !isPaidInto) {
    const sentence = `Yes: the service reported no virtual account that pays into this wallet on ${network}`;
    facts.push(['New here', sentence]);
  }
  for (const { address: other, label } of lookAlikes) {
    const named = label === null ? 'Look-alike' : `Look-alike “${label}”`;
    facts.push(
      [named, groupsOfFour(other).join(' ')],
      [`${named}: compared`, comparedWith(address, other)],
    );
  }
  if (lookAlikes.length === 0) facts.push(['Look-alikes', 'None known to Causeway']);
  const check = checks[checkAddress(network, address).kind];
  return {
    facts,
    warnings: [
      ...(lookAlikes.length > 0
        ? ['The wallet address looks like another one that is known. Compare every character.']
        : []),
      ...(check === undefined ? [] : [check]),
    ],
  };
}

const usedBy = (accountsOn: readonly AccountsOn[]): string => {
  if (accountsOn.length === 0) return 'used by no virtual account known to Causeway';
  const parts = accountsOn.map(
    ({ network, accounts }) =>
      `${counted(accounts, 'virtual account', 'virtual accounts')} on ${network}`,
  );
  return `used by ${listed(parts)}`;
};

/** Which characters differ, by their number. */
export function comparedWith(one: string, other: string): string {
  const length = Math.max(one.length, other.length);
  const differing = Array.from({ length }, (_, at) => at).filter((at) => one[at] !== other[at]);
  if (differing.length === 0) return 'The same, character by character';
  const shown = differing
    .slice(0, 12)
    .map((at) => `${at + 1} (“${one[at] ?? 'nothing'}”, not “${other[at] ?? 'nothing'}”)`);
  const more =
    differing.length > shown.length ? `, and ${differing.length - shown.length} more` : '';
  return `${differing.length} of ${length} characters ${differing.length === 1 ? 'differs' : 'differ'}: ${shown.join(', ')}${more}`;
}
