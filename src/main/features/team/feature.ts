/** A team: one record on every computer of it, over a log in PostgreSQL (docs/team.md). */
import { implement } from '@orpc/server';
import { teamContract } from '../../../bridge/team.ts';
import type { UpdateTopic } from '../../../bridge/updates.ts';
import type { Feature } from '../../core/feature/feature.ts';
import type { ApprovalsApi } from '../approvals/approvals.ts';
import type { EntryCounts } from '../handover/outcome.ts';
import type { WebhooksApi } from '../webhooks/feature.ts';
import { teamMigrations } from './migrations.ts';
import type { Taken } from './taking.ts';
import { openTeam, type Team, type TeamInstalled as TeamOpens } from './team.ts';

/** Each asks a person (AskPerson) in a document of main's own. `team`: the team when the button is pressed. */
type Documents = {
  readonly [Name in
    | 'found'
    | 'invite'
    | 'join'
    | 'admitRelay'
    | 'leave'
    | 'changeAccess'
    | 'setRecovery'
    | 'recover'
    | 'resolveFork'
    | 'shareToken'
    | 'takeBackToken'
    | 'useToken']: (team: () => Team) => Promise<string | null>;
} & {
  readonly [Name in 'admit' | 'changeRole' | 'remove']: (
    team: () => Team,
    id: string,
  ) => Promise<string | null>;
} & {
  readonly putAside: (team: () => Team, number: number) => Promise<string | null>;
  readonly resolve: (team: () => Team, claims: readonly string[]) => Promise<string | null>;
};

export interface TeamInstalled {
  readonly team: TeamOpens & { readonly documents: Documents };
  /** In the audit log, of whoever acts. */
  readonly namePerson: (name: string) => void;
}

const team = implement(teamContract);

/** By the kind of a record; other kinds are told as all. */
const topicsOf: Readonly<Record<string, readonly UpdateTopic[]>> = {
  customer: ['customers'],
  virtualAccount: ['virtual-accounts'],
  bankAccount: ['bank-accounts'],
  webhook: ['webhooks'],
  event: ['timeline', 'payouts'],
};
const topicsOfCount: Readonly<Record<keyof EntryCounts, readonly UpdateTopic[]>> = {
  observation: [],
  request: ['intents', 'team'],
  resolution: ['intents', 'customers', 'virtual-accounts'],
  note: ['annotations'],
  displayName: ['annotations', 'customers'],
  reference: ['annotations'],
  label: ['annotations'],
  addressLabel: ['address-book'],
  erasure: [],
  mismatchSignOff: ['virtual-accounts'],
  changeSignOff: ['customers', 'changes'],
};

function topicsIn({ counts, kinds }: Taken): ReadonlySet<UpdateTopic> {
  const counted = counts.flatMap((each) =>
    (Object.keys(topicsOfCount) as (keyof EntryCounts)[])
      .filter((what) => each[what] > 0)
      .flatMap((what) => topicsOfCount[what]),
  );
  const observed = [...kinds].flatMap((kind) => topicsOf[kind] ?? ['other-records' as const]);
  return new Set([...counted, ...observed]);
}

interface Uses {
  readonly approvals: Pick<
    ApprovalsApi,
    'take' | 'forget' | 'use' | 'allowsWithoutDatabase' | 'limitOf' | 'openApprovedBy'
  >;
  readonly webhooks: Pick<WebhooksApi, 'open'>;
}

export const teamFeature: Feature<'team', Team, Uses, TeamInstalled> = {
  migrations: teamMigrations,
  async open(core, { webhooks, approvals }, installed) {
    const tell = (topic: UpdateTopic) => core.notify({ topic, ids: [] });
    let isTelling = false;
    const api = await openTeam({
      core,
      installed: installed.team,
      namePerson: installed.namePerson,
      side: webhooks.open?.team ?? null,
      approvals,
      onTaken(taken) {
        isTelling = true;
        for (const topic of topicsIn(taken)) tell(topic);
        isTelling = false;
      },
      onChange() {
        tell('team');
        tell('overview');
      },
    });
    return {
      api,
      onUpdate({ topic }) {
        if (topic === 'deliveries') api.deliveriesCame();
        // What came from the team is not news for it.
        if (!isTelling && topic !== 'team' && topic !== 'overview') api.wake();
      },
      drain: api.close,
    };
  },
  procedures: (api, { team: { documents } }) => ({
    team: {
      get: team.get.handler(() => api().view()),
      found: team.found.handler(async ({ input: { profileId } }) => {
        api(profileId).requireOutside();
        return { path: await documents.found(() => api(profileId)) };
      }),
      join: team.join.handler(async ({ input: { profileId } }) => {
        api(profileId).requireOutside();
        return { path: await documents.join(() => api(profileId)) };
      }),
      invite: team.invite.handler(async ({ input: { profileId } }) => {
        api(profileId).requireOwner();
        return { path: await documents.invite(() => api(profileId)) };
      }),
      admit: team.admit.handler(async ({ input: { profileId, id } }) => ({
        path: await documents.admit(() => api(profileId), id),
      })),
      admitRelay: team.admitRelay.handler(async ({ input: { profileId } }) => {
        api(profileId).requireOwner();
        return { path: await documents.admitRelay(() => api(profileId)) };
      }),
      changeRole: team.changeRole.handler(async ({ input: { profileId, id } }) => ({
        path: await documents.changeRole(() => api(profileId), id),
      })),
      remove: team.remove.handler(async ({ input: { profileId, id } }) => ({
        path: await documents.remove(() => api(profileId), id),
      })),
      leave: team.leave.handler(async ({ input: { profileId } }) => {
        api(profileId).requireInside();
        return { path: await documents.leave(() => api(profileId)) };
      }),
      changeAccess: team.changeAccess.handler(async ({ input: { profileId } }) => ({
        path: await documents.changeAccess(() => api(profileId)),
      })),
      setRecovery: team.setRecovery.handler(async ({ input: { profileId } }) => {
        api(profileId).requireOwner();
        return { path: await documents.setRecovery(() => api(profileId)) };
      }),
      recover: team.recover.handler(async ({ input: { profileId } }) => {
        api(profileId).requireOutside();
        return { path: await documents.recover(() => api(profileId)) };
      }),
      resolveFork: team.resolveFork.handler(async ({ input: { profileId } }) => ({
        path: await documents.resolveFork(() => api(profileId)),
      })),
      shareToken: team.shareToken.handler(async ({ input: { profileId } }) => ({
        path: await documents.shareToken(() => api(profileId)),
      })),
      takeBackToken: team.takeBackToken.handler(async ({ input: { profileId } }) => {
        api(profileId).requireOwner();
        return { path: await documents.takeBackToken(() => api(profileId)) };
      }),
      useToken: team.useToken.handler(async ({ input: { profileId } }) => ({
        path: await documents.useToken(() => api(profileId)),
      })),
      colleagueRequests: team.colleagueRequests.handler(() => api().colleagueRequests()),
      resolve: team.resolve.handler(async ({ input: { profileId, claims } }) => ({
        path: await documents.resolve(() => api(profileId), claims),
      })),
      putAside: team.putAside.handler(async ({ input: { profileId, id } }) => ({
        path: await documents.putAside(() => api(profileId), id),
      })),
    },
  }),
};
