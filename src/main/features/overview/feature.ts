/** The start screen: what needs a person, and what moved. */
import { implement } from '@orpc/server';
import type { ComputerWarnings } from '../../../bridge/connection.ts';
import { overviewContract } from '../../../bridge/overview.ts';
import type { InputOf, OutputOf } from '../../../bridge/procedure.ts';
import { type KnownReadsParts, readKnown } from '../../core/creates/known-reads.ts';
import type { Feature } from '../../core/feature/feature.ts';
import { invalid } from '../../core/intents/failed.ts';
import type { Profile } from '../../core/profiles/profile-file.ts';
import { instantOf } from '../../core/records/order.ts';
import type { ApprovalsApi } from '../approvals/approvals.ts';
import type { Bulk } from '../bulk/bulk.ts';
import type { ReportedChanges } from '../changes/changes.ts';
import type { Payouts } from '../payouts/payouts.ts';
import type { Team } from '../team/team.ts';
import type { TimelineApi } from '../timeline/feature.ts';
import type { UnresolvedApi } from '../unresolved/feature.ts';
import type { VirtualAccounts } from '../virtual-accounts/virtual-accounts.ts';
import type { WebhooksApi } from '../webhooks/feature.ts';
import { openHandled } from './handled.ts';
import { overviewMigrations } from './migrations.ts';
import { kycInReview, rejectedKyc, waitingCustomers, waitingKyc } from './needs/customers.ts';
import { openMismatches } from './needs/mismatches.ts';
import {
  conflictingMatches,
  openChanges,
  payoutsThat,
  requestsSentTwice,
  unresolvedRequests,
  waitingRuns,
} from './needs/requests.ts';
import {
  type BackupSourceParts,
  backupsThat,
  clockSetBack,
  missingRecoveryKey,
  otherComputer,
} from './needs/safety.ts';
import { sentUnasked } from './needs/sent-unasked.ts';
import {
  expiringToken,
  gapsInDeliveries,
  tunnelsWithoutCheck,
  unverifiedDeliveries,
} from './needs/service.ts';
import { approvalsThat, expiredApprovals, loosenedPolicies, teamThat } from './needs/team.ts';
import { createNeeds } from './needs.ts';
import { type OverviewState, openOverviewState } from './state.ts';

interface Uses {
  readonly webhooks: Pick<WebhooksApi, 'open'>;
  readonly timeline: TimelineApi;
  readonly changes: Pick<ReportedChanges, 'openBy'>;
  readonly virtualAccounts: Pick<VirtualAccounts, 'departing' | 'list'>;
  readonly bulk: Pick<Bulk, 'runs'>;
  readonly payouts: Pick<Payouts, 'list' | 'moved'>;
  readonly unresolved: Pick<UnresolvedApi, 'contradicted'>;
  readonly team: Pick<Team, 'view' | 'colleagueNeeds' | 'sentTwice'>;
  readonly approvals: Pick<ApprovalsApi, 'rows' | 'loosened' | 'status'>;
}

export interface OverviewInstalled {
  /** The profile as it is now. */
  readonly profile: (id: string) => Pick<Profile, 'token'> | null;
  /** Stored data that no recovery key opens. */
  readonly lacksRecoveryKey: () => boolean;
  readonly backupNeed: BackupSourceParts['backupNeed'];
  readonly computerWarnings: () => ComputerWarnings;
}

export interface OverviewApi extends Pick<ReturnType<typeof createNeeds>, 'find' | 'handle'> {
  readonly moved: (asked: Parameters<typeof movedIn>[0]) => ReturnType<typeof movedIn>;
  readonly payoutsMoved: (
    asked: Parameters<typeof movedIn>[0],
    signal: AbortSignal | undefined,
  ) => ReturnType<Payouts['moved']>;
  readonly bringBack: (id: number) => boolean;
  readonly limits: OverviewState['limits'];
  readonly setLimits: OverviewState['setLimits'];
  readonly seen: OverviewState['seen'];
  readonly firstSteps: OverviewState['firstSteps'];
  readonly setFirstSteps: OverviewState['setFirstSteps'];
}

const overview = implement(overviewContract);

function requireNow(knownAt: string | null): void {
  if (knownAt === null) return;
  throw invalid('Nothing was saved: you are viewing earlier data. Return to now first.', 'as-of');
}

export const overviewFeature: Feature<'overview', OverviewApi, Uses, OverviewInstalled> = {
  migrations: overviewMigrations,
  open(core, uses, { profile, lacksRecoveryKey, backupNeed, computerWarnings }) {
    const { clock, intents, notify } = core;
    const { webhooks, timeline, virtualAccounts } = uses;
    const tell = () => notify({ topic: 'overview', ids: [] });
    const handled = openHandled(core);
    const state = openOverviewState(core);
    const mismatches = openMismatches({ ...core, accounts: virtualAccounts });
    const isProduction = core.profile.environment === 'production';
    const kyc = { ...core, isProduction, timeline: () => timeline.demand().timeline };
    const needs = createNeeds({
      handled,
      state,
      clock,
      tell,
      log: core.log,
      sources: [
        mismatches.source,
        conflictingMatches(uses.unresolved, core.records),
        requestsSentTwice(uses.team, intents, core.records),
        approvalsThat('approvalsWaiting', uses.approvals.rows),
        approvalsThat('approvalsToSend', uses.approvals.rows),
        approvalsThat('approvalsRefused', uses.approvals.rows),
        expiredApprovals(uses.approvals.rows),
        sentUnasked(core),
        loosenedPolicies(uses.approvals.loosened),
        openChanges(uses.changes),
        unresolvedRequests(intents, core.records),
        payoutsThat('payoutsFailed', uses.payouts),
        payoutsThat('payoutsRefunded', uses.payouts),
        payoutsThat('payoutsStuck', uses.payouts),
        rejectedKyc(kyc),
        kycInReview(kyc),
        unverifiedDeliveries(() =>
          webhooks.open === null
            ? null
            : {
                profileId: core.profile.id,
                deliveries: webhooks.open.deliveries,
                inbox: webhooks.open.ingress.inbox,
              },
        ),
        tunnelsWithoutCheck(() => webhooks.open?.ingress.tunnelManager.list() ?? []),
        gapsInDeliveries(() => timeline.demand().timeline),
        expiringToken({ expiresAt: () => profile(core.profile.id)?.token?.expiresAt ?? null }),
        teamThat(uses.team, uses.approvals.status),
        otherComputer(computerWarnings),
        clockSetBack(computerWarnings),
        missingRecoveryKey({ profile: core.profile, lacksRecoveryKey }),
        backupsThat({ profile: core.profile, backupNeed }),
        waitingRuns(uses.bulk.runs),
        waitingCustomers(core),
        waitingKyc(core),
      ],
    });
    const told = <Result>(result: Result): Result => {
      tell();
      notify({ topic: 'audit', ids: [] });
      return result;
    };
    return {
      api: {
        find: needs.find,
        handle: async (...order) => told(await needs.handle(...order)),
        bringBack: (id) => told(handled.bringBack(id)),
        limits: state.limits,
        setLimits(limits) {
          state.setLimits(limits);
          needs.onUpdate({ topic: 'everything', ids: [] });
          told(undefined);
        },
        seen: state.seen,
        firstSteps: state.firstSteps,
        setFirstSteps(steps) {
          state.setFirstSteps(steps);
          tell();
        },
        moved: (asked) => movedIn(asked, core),
        payoutsMoved: ({ knownAt, ...asked }, signal) =>
          uses.payouts.moved(barsIn({ knownAt, ...asked }), { knownAt, signal }),
      },
      onUpdate: needs.onUpdate,
      async close() {
        needs.close();
        await mismatches.close();
      },
    };
  },
  procedures: (api) => ({
    overview: {
      needs: overview.needs.handler(({ input }) => api().find(input.knownAt)),
      handle: overview.handle.handler(
        ({ input: { kind, of: part, profileId, knownAt, ...order } }) => {
          requireNow(knownAt);
          return api(profileId).handle(kind, part, order);
        },
      ),
      bringBack: overview.bringBack.handler(({ input }) => {
        requireNow(input.knownAt);
        return { isBack: api(input.profileId).bringBack(input.id) };
      }),
      setLimits: overview.setLimits.handler(({ input: { limits, profileId } }) => {
        api(profileId).setLimits(limits);
        return limits;
      }),
      seen: overview.seen.handler(({ input }) => ({ lastVisitAt: api(input.profileId).seen() })),
      firstSteps: overview.firstSteps.handler(() => ({ steps: api().firstSteps() })),
      setFirstSteps: overview.setFirstSteps.handler(({ input: { steps, profileId } }) => {
        api(profileId).setFirstSteps(steps);
        return steps;
      }),
      moved: overview.moved.handler(({ input }) => api().moved(input)),
      payoutsMoved: overview.payoutsMoved.handler(({ input, signal }) =>
        api().payoutsMoved(input, signal),
      ),
    },
  }),
};

/** What moved in a time range, in bars whose beginnings the page names. */
type Moved = typeof overviewContract.moved;

/** Each bar reaches to the next, the last to `to`. Throws Failed INVALID. */
function barsIn({ from, to, bars }: InputOf<Moved>) {
  const marks = [...bars, to];
  return bars.map((begin, index) => {
    const bar = { from: begin, to: marks[index + 1] ?? to };
    const fromMs = instantOf(bar.from);
    const toMs = instantOf(bar.to);
    if (fromMs === null || toMs === null || fromMs > toMs || bars[0] !== from)
      throw invalid('Choose a period that begins before it ends.');
    return { ...bar, fromMs, toMs };
  });
}

export async function movedIn(
  asked: InputOf<Moved>,
  parts: KnownReadsParts,
): Promise<OutputOf<Moved>> {
  const ranges = barsIn(asked);
  return await readKnown(parts, asked, (reads) => {
    const made = (kind: 'customer' | 'virtualAccount') => {
      const bars = ranges.map(({ fromMs, toMs }) => reads.madeBetween(kind, fromMs, toMs));
      return { total: bars.reduce((sum, bar) => sum + bar, 0), bars };
    };
    const { counts } = reads.queue({ group: 'us', offset: 0, limit: 1 });
    return {
      customers: made('customer'),
      accounts: {
        ...made('virtualAccount'),
        known: reads.list('virtualAccount', { offset: 0, limit: 1 }).known,
      },
      stages: { ...counts },
    };
  });
}
