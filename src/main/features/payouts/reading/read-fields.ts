/** Reads a payout's facts by the table of likely names (contract/payout-fields.ts), or where a person said. */
import type { PayoutField } from '../../../../bridge/payouts.ts';
import {
  likelyPointers,
  type PayoutNotion,
  payoutNotions,
  plainAmounts,
  sideOfCurrency,
} from '../../../../contract/payout-fields.ts';
import type { JsonObject } from '../../../../contract/scalars.ts';
import {
  canonicalCurrency,
  isSameAddress,
  isSameNetwork,
} from '../../../core/creates/same-value.ts';
import { epochOf, instantOf } from '../../../core/records/order.ts';
import { decimalOf, isSameDecimal } from './amounts.ts';
import { inMainUnits, isScalar, type Place, type Scale, scaleBeside, valueUnder } from './scale.ts';

/** Where a person said that a value is in the record. */
export interface ChosenField {
  /** JSON Pointer. */
  readonly pointer: string;
  /** Decimals of an amount in minor units; 0: in main units; null: as the record says, else main units. */
  readonly decimals: number | null;
}
export type ChosenFields = ReadonlyMap<PayoutNotion, ChosenField>;
export type ReadFields = Readonly<Record<PayoutNotion, PayoutField>>;

const MAX_TEXT = 500;

const textOf = (value: string | number): string | null => {
  const text = String(value).trim();
  return text.length <= MAX_TEXT ? text : null;
};
const idOf = (kind: string) => (value: string | number) =>
  typeof value === 'string' && new RegExp(`^${kind}_\\S+$`).test(value) ? textOf(value) : null;
/**
 * null for a negative one too: whether the service corrects something by it, or signs what it takes off, nobody
 * says, and a sum would take it in without a word.
 */
const amountOf = (value: string | number): string | null => {
  const amount = decimalOf(value);
  return amount !== null && /^-.*[1-9]/.test(amount) ? null : amount;
};
const currencyOf = (value: string | number) =>
  typeof value === 'string' && /^[A-Za-z][A-Za-z0-9._-]{1,19}$/.test(value)
    ? canonicalCurrency(value)
    : null;
const timeOf = (value: string | number) => {
  const time = epochOf(value) ?? instantOf(value);
  return time === null ? null : new Date(time).toISOString();
};

type Kind = 'amount' | 'currency' | 'time' | 'text' | 'id';
const kinds: Partial<Readonly<Record<PayoutNotion, Kind>>> = {
  amountIn: 'amount',
  amountOut: 'amount',
  feeAmount: 'amount',
  currencyIn: 'currency',
  currencyOut: 'currency',
  feeCurrency: 'currency',
  customerId: 'id',
  virtualAccountId: 'id',
  created: 'time',
  updated: 'time',
};
export const kindOf = (notion: PayoutNotion): Kind => kinds[notion] ?? 'text';

const readers: Readonly<Record<Kind, (value: string | number) => string | null>> = {
  amount: amountOf,
  currency: currencyOf,
  time: timeOf,
  text: textOf,
  id: textOf,
};
/** Under a likely name, an id of something else is no fact about the notion. */
const likelyIds: Partial<Readonly<Record<PayoutNotion, (typeof readers)['id']>>> = {
  customerId: idOf('customer'),
  virtualAccountId: idOf('virtualAccount'),
};

function isSame(notion: PayoutNotion, one: string, other: string): boolean {
  if (kindOf(notion) === 'amount') return isSameDecimal(one, other);
  if (notion === 'network') return isSameNetwork(one, other);
  return notion === 'walletAddress' ? isSameAddress(one, other) : one === other;
}

/** Amounts that don't say their side, where their currency does. */
const sided: Partial<Readonly<Record<PayoutNotion, ['in' | 'out', 'amount' | 'currency']>>> = {
  amountIn: ['in', 'amount'],
  currencyIn: ['in', 'currency'],
  amountOut: ['out', 'amount'],
  currencyOut: ['out', 'currency'],
};

const bankAccountPointers = ['', '/destination', '/to', '/recipient'].flatMap((at) =>
  ['bankAccount', 'bankAccountId', 'bank_account', 'bank_account_id'].map((key) => `${at}/${key}`),
);
const destinationIds = ['/destination', '/destination/id', '/to', '/to/id'];

/** The money may go to that bank account, so a currency does not tell the side (decisions 36). */
const namesBankAccount = (body: JsonObject): boolean =>
  bankAccountPointers.some((pointer) => valueUnder(body, pointer) != null) ||
  destinationIds.some((pointer) => {
    const id = valueUnder(body, pointer);
    return typeof id === 'string' && id.startsWith('bankAccount_');
  });

function plainPlaces(notion: PayoutNotion, body: JsonObject): readonly string[] {
  const wanted = sided[notion];
  if (wanted === undefined) return [];
  const [side, part] = wanted;
  const places = plainAmounts.flatMap((pointers) => {
    if (!isScalar(valueUnder(body, pointers.amount))) return [];
    const currency = valueUnder(body, pointers.currency);
    const isOfSide = typeof currency === 'string' && sideOfCurrency(currency) === side;
    return isOfSide ? [pointers[part]] : [];
  });
  return places.length > 0 && namesBankAccount(body) ? [] : places;
}

function likelyPlaces(notion: PayoutNotion, body: JsonObject): readonly Place[] {
  for (const [at, tier] of likelyPointers[notion].entries()) {
    const pointers = at === 0 ? [...tier, ...plainPlaces(notion, body)] : tier;
    const places = [...new Set(pointers)].flatMap((pointer): Place[] => {
      const value = valueUnder(body, pointer);
      return !isScalar(value) || likelyIds[notion]?.(value) === null ? [] : [{ pointer, value }];
    });
    if (places.length > 0) return places;
  }
  return [];
}

const shown = ({ pointer, value }: Place) => ({
  pointer,
  value: String(value).slice(0, MAX_TEXT),
});

interface ReadPlace {
  readonly pointer: string;
  readonly value: string;
  readonly scale: Scale | null;
}

function readPlace(
  notion: PayoutNotion,
  body: JsonObject,
  { pointer, value }: Place,
  said: number | null,
): ReadPlace[] {
  const read = readers[kindOf(notion)](value);
  if (read === null) return [];
  if (kindOf(notion) !== 'amount') return [{ pointer, value: read, scale: null }];
  const { scale, isClear } =
    said === null
      ? scaleBeside(body, pointer)
      : { scale: said === 0 ? null : { decimals: said, pointer: null }, isClear: true };
  const amount = scale === null ? read : inMainUnits(read, scale.decimals);
  return amount === null || !isClear ? [] : [{ pointer, value: amount, scale }];
}

/** What stands there, and what says in which unit. */
const shownWithScale = (notion: PayoutNotion, body: JsonObject, place: Place) => [
  shown(place),
  ...(kindOf(notion) === 'amount' ? scaleBeside(body, place.pointer).places.map(shown) : []),
];

function readField(
  notion: PayoutNotion,
  body: JsonObject,
  chosenField: ChosenField | null,
): PayoutField {
  const nothing = { notion, value: null, pointer: null, scale: null, candidates: [] };
  const chosen = chosenField?.pointer ?? null;
  const chosenValue = chosen === null ? null : valueUnder(body, chosen);
  const places =
    chosen === null
      ? likelyPlaces(notion, body)
      : isScalar(chosenValue)
        ? [{ pointer: chosen, value: chosenValue }]
        : [];
  const [place] = places;
  if (place === undefined) return { ...nothing, status: 'missing' };
  const readable = places.flatMap((one) =>
    readPlace(notion, body, one, chosenField?.decimals ?? null),
  );
  const [first] = readable;
  if (first === undefined) {
    return {
      ...nothing,
      status: 'unreadable',
      pointer: place.pointer,
      candidates: places.flatMap((one) => shownWithScale(notion, body, one)),
    };
  }
  const isRead = ({ pointer }: Place) => readable.some((one) => one.pointer === pointer);
  // An amount that can't be read may mean something else than the others.
  const isWhole = kindOf(notion) !== 'amount' || places.every(isRead);
  if (!isWhole || !readable.every(({ value }) => isSame(notion, first.value, value))) {
    return { ...nothing, status: 'ambiguous', candidates: places.map(shown) };
  }
  return { ...nothing, ...first, status: chosen === null ? 'found' : 'chosen' };
}

const readerOf =
  <Notion extends PayoutNotion>(notions: readonly Notion[]) =>
  (body: JsonObject, chosen: ChosenFields) =>
    Object.fromEntries(
      notions.map((notion) => [notion, readField(notion, body, chosen.get(notion) ?? null)]),
    ) as Readonly<Record<Notion, PayoutField>>;

/** Every notion of a payout's record. */
export const readFields: (body: JsonObject, chosen: ChosenFields) => ReadFields =
  readerOf(payoutNotions);

/** One side alone, for lists of events. */
export const readPaidIn = readerOf(['amountIn', 'currencyIn']);
export const readPaidOut = readerOf(['amountOut', 'currencyOut']);

/** Scalars of a record by their pointers, lists too, at most so deep; for a person to choose from. */
export function* leavesUnder(
  value: unknown,
  at = '',
  depth = 0,
): Generator<readonly [pointer: string, value: string | number]> {
  if (isScalar(value)) yield [at, value];
  if (typeof value !== 'object' || value === null || depth >= MAX_DEPTH) return;
  for (const [key, part] of Object.entries(value)) {
    const step = key.replaceAll('~', '~0').replaceAll('/', '~1');
    yield* leavesUnder(part, `${at}/${step}`, depth + 1);
  }
}
const MAX_DEPTH = 8;

/** Whether a value may be the notion. */
export const mayBe = (notion: PayoutNotion, value: string | number): boolean =>
  readers[kindOf(notion)](value) !== null;
