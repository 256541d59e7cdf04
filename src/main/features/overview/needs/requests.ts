/** Requests whose outcome is unknown, and possible matches of requests that were marked not created. */
import type { NeedItem } from '../../../../bridge/overview.ts';
import { listPayoutsInput, type PayoutRow } from '../../../../bridge/payouts.ts';
import type { Json } from '../../../../bridge/scalars.ts';
import { isJsonObject } from '../../../../contract/scalars.ts';
import { textAt } from '../../../core/creates/values.ts';
import type { Intent, Intents } from '../../../core/intents/types.ts';
import type { Records } from '../../../core/records/types.ts';
import type { Bulk } from '../../bulk/bulk.ts';
import type { ReportedChanges } from '../../changes/changes.ts';
import type { Payouts } from '../../payouts/payouts.ts';
import type { Team } from '../../team/team.ts';
import type { Unresolved } from '../../unresolved/unresolved.ts';
import {
  type FoundNeeds,
  foundAll,
  maxItems,
  type NeedQuestion,
  type NeedSource,
  needItem,
} from './need-source.ts';

/** Payouts that failed, were refunded, or stay in a state from which more is to come. */
type Kind = 'payoutsFailed' | 'payoutsRefunded' | 'payoutsStuck';

const narrowed: Readonly<Record<Kind, (question: NeedQuestion) => object>> = {
  payoutsFailed: () => ({ states: ['failed'] }),
  payoutsRefunded: () => ({ states: ['refunded'] }),
  payoutsStuck: ({ limits }) => ({ stuckHours: limits.payout }),
};

const payoutItem = ({ id, stateSince, customerName, state, in: paidIn }: PayoutRow): NeedItem => ({
  ...needItem(id, stateSince, customerName, [state]),
  ...(paidIn.amount !== null && {
    money: { amount: paidIn.amount, currency: paidIn.currency },
  }),
});

export const payoutsThat = (kind: Kind, payouts: Pick<Payouts, 'list'>): NeedSource => ({
  kind,
  topics: ['payouts', 'customers'],
  hasPast: true,
  async find(question) {
    const query = { ...narrowed[kind](question), sort: 'stateSince', knownAt: question.knownAt };
    const read = (direction: 'ascending' | 'descending', limit: number) =>
      payouts.list(listPayoutsInput.parse({ ...query, direction, limit }));
    const { rows, total, progress } = await read('descending', maxItems);
    const oldest = total > rows.length ? (await read('ascending', 1)).rows : rows.slice(-1);
    return {
      items: rows.map(payoutItem),
      count: total,
      // Events that are not gone through yet may tell of more.
      isAtLeast: progress !== null,
      isBeingRead: progress !== null,
      since: oldest[0]?.stateSince ?? null,
    };
  },
});

/** Changes that nobody signed off. */
export const openChanges = (changes: Pick<ReportedChanges, 'openBy'>): NeedSource => ({
  kind: 'changes',
  topics: ['changes', 'customers', 'virtual-accounts', 'bank-accounts', 'webhooks'],
  hasPast: true,
  async find({ knownAt }) {
    const { rows, count, since } = await changes.openBy(knownAt, maxItems);
    const items = rows.map(({ id, is, name, resourceId, path }) =>
      needItem(id, is.observedAt, name ?? resourceId, [path]),
    );
    return { items, count, since };
  },
});

const requestTopics = ['intents', 'customers', 'virtual-accounts', 'webhooks'] as const;

type Customers = Pick<Records, 'customerNames'>;

const itemOf =
  (customers: Customers) =>
  ({
    key,
    journalledAt,
    input,
    operation,
  }: Pick<Intent, 'key' | 'journalledAt' | 'operation' | 'input'>) =>
    needItem(key, journalledAt, nameIn(input) ?? accountIn(input, customers), [operation]);

/** Whose account was sent, else where it pays. */
function accountIn(input: Json, customers: Customers): string | null {
  if (!isJsonObject(input)) return null;
  const id = textAt(input, 'customerId') ?? '';
  return customers.customerNames([id]).get(id) ?? textAt(input, 'walletAddress') ?? null;
}

/** Whom or what was sent: the person, the email, or the webhook. */
function nameIn(input: Json): string | null {
  if (!isJsonObject(input)) return null;
  const person = ['firstName', 'lastName'].flatMap(
    (part) => textAt(input, `personalInformation.${part}`) ?? [],
  );
  return person.length > 0 ? person.join(' ') : (textAt(input, 'email') ?? textAt(input, 'name'));
}

export const unresolvedRequests = (
  intents: Pick<Intents, 'list'>,
  customers: Customers,
): NeedSource => ({
  kind: 'unresolved',
  topics: ['intents'],
  hasPast: true,
  find({ knownAt }): FoundNeeds {
    const query = knownAt === null ? { state: 'unknown' as const } : { unknownAt: knownAt };
    const { rows, total } = intents.list({ ...query, offset: 0, limit: maxItems });
    const oldest =
      total > rows.length
        ? intents.list({ ...query, offset: total - 1, limit: 1 }).rows
        : rows.slice(-1);
    return {
      items: rows.map(itemOf(customers)),
      count: total,
      since: oldest[0]?.journalledAt ?? null,
    };
  },
});

/** All requests that were marked not created and have a conflicting match. */
export const conflictingMatches = (
  unresolved: Pick<Unresolved, 'contradicted'>,
  customers: Customers,
): NeedSource => ({
  kind: 'conflicting',
  topics: requestTopics,
  find: async () => foundAll((await unresolved.contradicted()).map(itemOf(customers))),
});

/** Each of two, where one was sent while the team's database did not answer, so nobody was asked about the other. */
export const requestsSentTwice = (
  team: Pick<Team, 'sentTwice'>,
  intents: Pick<Intents, 'get'>,
  customers: Customers,
): NeedSource => ({
  kind: 'sentTwice',
  topics: [...requestTopics, 'team'],
  find() {
    const pairs = team.sentTwice();
    const sentBy = new Map([
      ...pairs.map(({ own }) => [own, 'sent-here'] as const),
      ...pairs.map(({ other }) => [other, 'sent-elsewhere'] as const),
    ]);
    const items = [...sentBy].flatMap(([key, by]) => {
      const intent = intents.get(key);
      if (intent === null) return [];
      const item = itemOf(customers)(intent);
      return [
        {
          ...item,
          what: [...item.what, by, ...(intent.resourceId === null ? [] : [intent.resourceId])],
        },
      ];
    });
    return foundAll(items);
  },
});

/** Bulk runs that go on when a person says so. */
export const waitingRuns = (runs: Pick<Bulk['runs'], 'waiting'>): NeedSource => ({
  kind: 'bulk',
  topics: ['bulk', 'intents'],
  find: () =>
    foundAll(
      runs
        .waiting()
        .map(({ id, stateAt, createdAt, fileName, cause, state }) =>
          needItem(id, stateAt ?? createdAt, fileName, [cause ?? state]),
        ),
    ),
});
