/** Where each line of the overview leads: to all of its kind, or to one of them. */
import type { NeedKind } from '../../../bridge/need-kinds.ts';
import type { LimitHours, Need, NeedItem } from '../../../bridge/overview.ts';
import type { WriteName } from '../../../contract/writes.ts';
import { approvalPaths } from '../approvals/paths.ts';
import { auditPaths } from '../audit/paths.ts';
import { bulkPaths } from '../bulk/paths.ts';
import { changePaths } from '../changes/paths.ts';
import { customerPaths } from '../customers/paths.ts';
import { onboardingPaths } from '../onboarding/paths.ts';
import { payoutPaths } from '../payouts/paths.ts';
import { settingsPaths } from '../settings/paths.ts';
import { timelinePaths } from '../timeline/paths.ts';
import { unresolvedPaths } from '../unresolved/paths.ts';
import { virtualAccountPaths } from '../virtual-accounts/paths.ts';
import { webhookPaths } from '../webhooks/paths.ts';

interface Places {
  /** Narrowed to what the line is of, where its screen can be. */
  readonly all: string | ((limits: LimitHours, items: readonly NeedItem[]) => string);
  /** Left out where one of them has no place of its own. */
  readonly one?: (item: NeedItem) => string;
}

const customer = ({ id }: NeedItem): string => customerPaths.one(id);

const payout = ({ id }: NeedItem): string => payoutPaths.one(id);

const ownApprovals: Places = {
  all: approvalPaths.part('mine'),
  one: ({ id }) => approvalPaths.one(id, 'mine'),
};

/** Requests of other computers are resolved with the own ones; all else of a team is in the settings. */
const teamPlace = (items: readonly NeedItem[]): string =>
  items.every(({ what }) => ['team-claims', 'team-different'].includes(what[0] ?? ''))
    ? unresolvedPaths.root
    : settingsPaths.section('team');

const createdPlaces: Readonly<Record<string, (id: string) => string>> = {
  createCustomer: customerPaths.one,
  createVirtualAccount: virtualAccountPaths.one,
  createWebhook: webhookPaths.one,
} satisfies Record<WriteName, (id: string) => string>;

/** What was created, or the request while that is not known. */
const sentPlace = ({ id, what: [operation = '', , created] }: NeedItem): string =>
  (created === undefined ? undefined : createdPlaces[operation]?.(created)) ??
  unresolvedPaths.request(id, 'unknown');

const places: Readonly<Record<NeedKind, Places>> = {
  mismatches: { all: virtualAccountPaths.root, one: ({ id }) => virtualAccountPaths.one(id) },
  conflicting: {
    all: unresolvedPaths.part('absent'),
    one: ({ id }) => unresolvedPaths.request(id, 'absent'),
  },
  sentTwice: {
    all: (_limits, [first]) => (first === undefined ? unresolvedPaths.root : sentPlace(first)),
    one: sentPlace,
  },
  approvalsWaiting: { all: approvalPaths.root, one: ({ id }) => approvalPaths.one(id, 'waiting') },
  approvalsToSend: ownApprovals,
  approvalsRefused: ownApprovals,
  approvalsExpired: ownApprovals,
  sentUnasked: { all: auditPaths.sentUnasked },
  policyLoosened: { all: settingsPaths.section('team') },
  changes: { all: changePaths.root, one: ({ id }) => changePaths.one(id) },
  unresolved: {
    all: unresolvedPaths.root,
    one: ({ id }) => unresolvedPaths.request(id, 'unknown'),
  },
  payoutsFailed: { all: payoutPaths.inState('failed'), one: payout },
  payoutsRefunded: { all: payoutPaths.inState('refunded'), one: payout },
  payoutsStuck: { all: ({ payout: hours }) => payoutPaths.stuck(hours), one: payout },
  kycRejected: { all: timelinePaths.named('customer.kyc.rejected'), one: customer },
  kycReview: { all: timelinePaths.named('customer.kyc.additionalReviewRequired'), one: customer },
  deliveries: { all: webhookPaths.deliveries, one: ({ id }) => webhookPaths.delivery(Number(id)) },
  tunnels: { all: webhookPaths.tunnels },
  gaps: { all: timelinePaths.root, one: ({ at }) => timelinePaths.since(at) },
  team: {
    all: (_limits, items) => teamPlace(items),
    one: (item) => teamPlace([item]),
  },
  clock: { all: settingsPaths.section('about') },
  otherComputer: { all: settingsPaths.section('about') },
  token: { all: settingsPaths.section('profiles') },
  recoveryKey: { all: settingsPaths.section('backup') },
  backups: { all: settingsPaths.section('backup') },
  bulk: { all: bulkPaths.root, one: ({ id }) => bulkPaths.run(id) },
  onboarding: { all: onboardingPaths.group('us'), one: customer },
  kycWaiting: { all: ({ kyc }) => onboardingPaths.longer('review', kyc), one: customer },
};

const placeOfAll = (kind: NeedKind, limits: LimitHours, items: readonly NeedItem[]): string => {
  const { all } = places[kind];
  return typeof all === 'string' ? all : all(limits, items);
};

export const placeOfItem = (kind: NeedKind, item: NeedItem, limits: LimitHours): string =>
  places[kind].one?.(item) ?? placeOfAll(kind, limits, [item]);

/** A line of one leads to that one. */
export function placeOf(
  { kind, count, items }: Pick<Need, 'kind' | 'count' | 'items'>,
  limits: LimitHours,
): string {
  const [only] = items;
  return count === 1 && only !== undefined
    ? placeOfItem(kind, only, limits)
    : placeOfAll(kind, limits, items);
}
