/** A row that becomes a virtual account (Interface 4.2, decisions 13, 14). */
import type { AddressRuleCheck } from '../../../../contract/addresses/address-check.ts';
import { checkAddress } from '../../../../contract/addresses/check-address.ts';
import { cleanedAddress } from '../../../../contract/addresses/clean.ts';
import { familyOf } from '../../../../contract/addresses/families.ts';
import {
  destinationCurrencies,
  isKnownNetwork,
  isPairServed,
} from '../../../../contract/currencies.ts';
import {
  type CreateVirtualAccountInput,
  createVirtualAccountInput,
} from '../../../../contract/virtual-account.ts';
import { virtualAccountFingerprint } from '../../../core/creates/fingerprints.ts';
import type { Doubt, RowIssues, RowTexts } from './checked-row.ts';
import { isCustomerId, type KnownCustomers } from './known-customers.ts';
import { words } from './words.ts';

const required = [
  'customerId',
  'sourceCurrency',
  'destinationCurrency',
  'network',
  'walletAddress',
] as const;
type AccountField = keyof CreateVirtualAccountInput;

/** Over this many basis points a fee is confirmed. */
const HIGH_FEE = 500n;
const WHOLE_FEE = 10_000n;

export interface CheckedAccount {
  readonly input: CreateVirtualAccountInput | null;
  readonly fingerprint: string | null;
  readonly customerName: string | null;
  readonly doubts: readonly Doubt[];
}

export function checkAccountRow(
  texts: RowTexts,
  customers: KnownCustomers,
  remarks: RowIssues,
): CheckedAccount {
  for (const field of required) {
    if (!texts.has(field)) remarks.add('error', `${field}.blank`, field, words.blank);
  }
  const given = entered(texts, remarks);
  const customerId =
    given.customerId === '' ? '' : customerOf(given.customerId, customers, remarks);
  const doubts: Doubt[] = [];
  checkCustomer(customerId, customers, remarks, doubts);
  checkWallet(given, remarks, doubts);
  checkMemo(given, remarks, doubts);
  checkFee(given.integratorBpsFee, remarks, doubts);
  checkPair(given, remarks);
  const { integratorBpsFee: fee, ...rest } = given;
  const parsed = createVirtualAccountInput.safeParse({
    ...rest,
    customerId,
    ...(fee === '' ? {} : { integratorBpsFee: fee }),
  });
  for (const { path } of parsed.error?.issues ?? []) {
    const field = path[0] as AccountField;
    const isSaid = remarks.all.some((one) => one.field === field && one.severity === 'error');
    if (!isSaid) remarks.add('error', `${field}.form`, field, words.fields[field]);
  }
  const input = parsed.success && !remarks.hasError() ? parsed.data : null;
  return {
    input,
    fingerprint: input === null ? null : virtualAccountFingerprint(input),
    customerName: customers.nameOf(customerId),
    doubts: input === null ? [] : doubts,
  };
}

type Entered = Readonly<Record<AccountField, string>>;

/** In the spelling of the interface; nothing is guessed. */
function entered(texts: RowTexts, remarks: RowIssues): Entered {
  const cleaned = cleanedAddress(texts.get('walletAddress') ?? '');
  if (cleaned.spaces > 0 || cleaned.invisible > 0) {
    remarks.add('warning', 'walletAddress.cleaned', 'walletAddress', words.cleaned);
  }
  return {
    customerId: texts.get('customerId') ?? '',
    sourceCurrency: (texts.get('sourceCurrency') ?? '').toUpperCase(),
    destinationCurrency: (texts.get('destinationCurrency') ?? '').toUpperCase(),
    network: (texts.get('network') ?? '').toLowerCase(),
    walletAddress: cleaned.address,
    // `40 bps`, as a file or the format of its column may say.
    integratorBpsFee: (texts.get('integratorBpsFee') ?? '').replace(/(\d)\s*bps$/i, '$1'),
  };
}

function customerOf(text: string, customers: KnownCustomers, remarks: RowIssues): string {
  if (isCustomerId(text)) {
    if (!customers.isKnown(text)) {
      remarks.add('warning', 'customerId.unknown', 'customerId', words.unknownCustomer(text));
    }
    return text;
  }
  const ids = customers.idsOf(text);
  const [only] = ids;
  if (only !== undefined && ids.length === 1) return only;
  if (ids.length > 1) {
    remarks.add('error', 'customerId.several', 'customerId', words.several(ids.length));
  } else {
    remarks.add('error', 'customerId.nobody', 'customerId', words.nobody);
  }
  return '';
}

/** The service decides of both: what is not known here may exist, and what is not verified may be by now. */
function checkCustomer(
  id: string,
  customers: KnownCustomers,
  remarks: RowIssues,
  doubts: Doubt[],
): void {
  if (id !== '' && !customers.isKnown(id)) doubts.push('unknown-customer');
  if (customers.isErased?.(id) === true) {
    remarks.add('error', 'customerId.erased', 'customerId', words.erased);
  }
  const missing = customers.missingOf(id);
  if (missing === null) return;
  remarks.add('warning', 'customerId.unverified', 'customerId', words.unverified(missing));
}

function checkWallet(given: Entered, remarks: RowIssues, doubts: Doubt[]): void {
  if (given.walletAddress === '' || given.network === '') return;
  const verdict = checkAddress(given.network, given.walletAddress);
  const said = sayOf(verdict, given.network);
  if (said === null) return;
  remarks.add(said.severity, `walletAddress.${verdict.kind}`, 'walletAddress', said.sentence);
  if (verdict.kind === 'unchecked') doubts.push('unchecked-network');
  else if (verdict.kind === 'no-checksum' || verdict.kind === 'off-curve')
    doubts.push(verdict.kind);
}

/** The wallet may be one of an exchange, which knows whose the money is by its memo alone. */
function checkMemo({ network }: Entered, remarks: RowIssues, doubts: Doubt[]): void {
  if (familyOf(network) !== 'stellar') return;
  remarks.add('warning', 'walletAddress.memo', 'walletAddress', words.memo);
  doubts.push('memo');
}

function sayOf(
  verdict: AddressRuleCheck,
  network: string,
): { readonly severity: 'error' | 'warning'; readonly sentence: string } | null {
  switch (verdict.kind) {
    case 'checksum':
      return null;
    case 'no-checksum':
      return { severity: 'warning', sentence: words.noChecksum };
    case 'off-curve':
      return { severity: 'warning', sentence: words.offCurve };
    case 'unchecked':
      return { severity: 'warning', sentence: words.unchecked(network) };
    case 'wrong':
      return { severity: 'error', sentence: words.addressProblem(verdict.problem) };
    case 'other-network':
      return { severity: 'error', sentence: words.otherNetwork(verdict.family, network) };
    case 'secret':
      return { severity: 'error', sentence: words.secret(verdict.secret) };
  }
}

function checkFee(fee: string, remarks: RowIssues, doubts: Doubt[]): void {
  if (fee === '') doubts.push('no-fee');
  if (!/^[0-9]+$/.test(fee) || BigInt(fee) <= HIGH_FEE) return;
  if (BigInt(fee) >= WHOLE_FEE) {
    remarks.add('error', 'integratorBpsFee.whole', 'integratorBpsFee', words.wholeFee);
    return;
  }
  remarks.add('warning', 'integratorBpsFee.high', 'integratorBpsFee', words.highFee(fee));
  doubts.push('high-fee');
}

function checkPair({ destinationCurrency: given, network }: Entered, remarks: RowIssues): void {
  const currency = destinationCurrencies.find((one) => one === given);
  if (currency === undefined || !isKnownNetwork(network) || isPairServed(currency, network)) return;
  remarks.add('warning', 'network.pair', 'network', words.pair(currency, network));
}
