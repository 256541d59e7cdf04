/** The timeline of a profile. What the index makes of its deliveries is told in the background: nothing waits for it. */
import { join } from 'node:path';
import { implement } from '@orpc/server';
import { timelineContract } from '../../../bridge/timeline.ts';
import type { Feature, ProfileCore } from '../../core/feature/feature.ts';
import { createSources } from '../../core/records/sources.ts';
import type { Payouts } from '../payouts/payouts.ts';
import type { WebhooksApi } from '../webhooks/feature.ts';
import { inboxKeysOf } from '../webhooks/inbox/sealing.ts';
import type { OpenWebhooks } from '../webhooks/open-webhooks.ts';
import { deliveriesOfEvent } from './detail/event-deliveries.ts';
import { createExplained, type Explained } from './explained.ts';
import { createExports, type Exports } from './exports/exports.ts';
import { openTimelineIndex } from './index/timeline-index.ts';
import { lookupsOf, wholeEventsOf } from './index/write/lookup-source.ts';
import { createTimeline, type Timeline } from './timeline.ts';
import type { TimelineIndex } from './types.ts';

export interface OpenTimeline {
  readonly timeline: Timeline & Explained;
  readonly exports: Exports;
  readonly index: Pick<TimelineIndex, 'catchUp' | 'deliveries'>;
}

export interface TimelineApi {
  /** Throws Failed LOCKED or INVALID while deliveries can't be received. */
  demand(): OpenTimeline;
}

interface Uses {
  readonly webhooks: Pick<WebhooksApi, 'open' | 'demand'>;
  readonly payouts: Pick<Payouts, 'eventAmounts'>;
}

const timeline = implement(timelineContract);

export const timelineFeature: Feature<'timeline', TimelineApi, Uses> = {
  open(core, { webhooks, payouts }) {
    if (webhooks.open !== null) return openTimeline({ ...core, payouts }, webhooks.open);
    const demand = () => {
      webhooks.demand();
      throw new TypeError('The receiver is open, and the profile has no timeline.');
    };
    return { api: { demand } };
  },

  procedures(api) {
    const { exports } = timeline;
    const shown = () => api().demand().timeline;
    return {
      timeline: {
        list: timeline.list.handler(({ input, signal }) => shown().list(input, signal)),
        count: timeline.count.handler(({ input, signal }) =>
          shown().count(input.filter, { after: input.after, signal }),
        ),
        histogram: timeline.histogram.handler(({ input, signal }) =>
          shown().histogram(input.filter, input.bars, signal),
        ),
        facets: timeline.facets.handler(({ input }) => shown().facets(input.knownAt)),
        indexing: timeline.indexing.handler(() => shown().indexing()),
        rebuild: timeline.rebuild.handler(() => shown().rebuild()),
        get: timeline.get.handler(({ input }) => shown().get(input)),
        related: timeline.related.handler(({ input }) => shown().related(input)),
        lookUp: timeline.lookUp.handler(({ input }) =>
          api(input.profileId).demand().timeline.lookUp(input.eventId, input.knownAt),
        ),
        lifecycle: timeline.lifecycle.handler(({ input }) =>
          shown().lifecycle(input.subject, input.resourceId, input.knownAt),
        ),
        gaps: timeline.gaps.handler(({ input }) => shown().gaps(input)),
        missed: timeline.missed.handler(({ input }) => shown().missed(input)),
        exports: {
          start: exports.start.handler(({ input }) =>
            api().demand().exports.start(input.filter, input.format),
          ),
          get: exports.get.handler(({ input }) => api().demand().exports.get(input.id)),
          cancel: exports.cancel.handler(({ input }) => api().demand().exports.cancel(input.id)),
        },
      },
    };
  },
};

function openTimeline(
  core: ProfileCore & Pick<Uses, 'payouts'>,
  { ingress, webhooks, forwards, ofTeam }: OpenWebhooks,
) {
  const { profile, dataKey: key, sealKey, directory, sqlite, records, notify } = core;
  const { inbox, inboxFile, coverage } = ingress;
  const { privateKey } = inboxKeysOf(sealKey);
  const isProduction = profile.environment === 'production';
  const webhookName = (id: string) => webhooks.nameOf(id);
  const profileId = profile.id;
  const index = openTimelineIndex({
    ...core,
    inbox,
    inboxFile,
    profileId,
    privateKey,
    isProduction,
    index: { file: join(directory, 'timeline.db'), key },
    lookUps: lookupsOf(sqlite),
    wholeEvents: wholeEventsOf(sqlite),
    erased: records.erased.names,
  });
  const tell = () => notify({ topic: 'timeline', ids: [] });
  const endings = [index.onChange(tell), coverage.onChange(tell)];
  const listed = createTimeline({ ...core, index, inbox, profileId, webhookName });
  const { named } = listed;
  /** What is read of single events is one thing, whoever reads it: a sample never stands for a real one. */
  const ofEvents = { records, index, inbox, privateKey, isProduction, webhookName };
  const explained = createExplained({
    ...core,
    ...ofEvents,
    coverage,
    forwards,
    profileId,
    named,
    teamWays: (within, addresses) => ofTeam()?.coverage(within, addresses) ?? [],
    toldBy: createSources(sqlite),
    tell: (topics) => {
      for (const topic of topics) notify({ topic, ids: [] });
    },
  });
  const exports = createExports({
    ...core,
    index,
    named,
    profileName: profile.name,
    names: {
      webhook: webhookName,
      customer: (id) => records.customerNames([id]).get(id) ?? null,
    },
    async bodyOf(row, knownAt) {
      const { delivered, lookUps } = await deliveriesOfEvent(
        row,
        { ...core, ...ofEvents },
        knownAt,
      );
      return (delivered ?? lookUps[0])?.event ?? null;
    },
    onChange: (what) => notify({ topic: what === 'audit' ? 'audit' : 'timeline', ids: [] }),
  });
  const opened = { timeline: { ...listed, ...explained }, exports, index };
  return {
    api: { demand: () => opened },
    async close() {
      for (const end of endings) end();
      await index.close();
      privateKey.fill(0);
    },
  };
}
