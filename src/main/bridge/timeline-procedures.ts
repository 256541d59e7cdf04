/** The timeline: nothing but translation. */
import type { BridgeBackend } from './backend.ts';
import type { ImplementedBridge } from './implement.ts';

export const timelineProcedures = (bridge: ImplementedBridge, backend: BridgeBackend) => ({
  timeline: {
    list: bridge.timeline.list.handler(({ input, signal }) =>
      backend.timeline().list(input, signal),
    ),
    count: bridge.timeline.count.handler(({ input, signal }) =>
      backend.timeline().count(input.filter, { after: input.after, signal }),
    ),
    histogram: bridge.timeline.histogram.handler(({ input, signal }) =>
      backend.timeline().histogram(input.filter, input.bars, signal),
    ),
    facets: bridge.timeline.facets.handler(({ input }) => backend.timeline().facets(input.knownAt)),
    indexing: bridge.timeline.indexing.handler(() => backend.timeline().indexing()),
    rebuild: bridge.timeline.rebuild.handler(() => backend.timeline().rebuild()),
    get: bridge.timeline.get.handler(({ input }) => backend.timeline().get(input)),
    related: bridge.timeline.related.handler(({ input }) => backend.timeline().related(input)),
    lookUp: bridge.timeline.lookUp.handler(({ input }) =>
      backend.timeline(input.profileId).lookUp(input.eventId, input.knownAt),
    ),
    lifecycle: bridge.timeline.lifecycle.handler(({ input }) =>
      backend.timeline().lifecycle(input.subject, input.resourceId, input.knownAt),
    ),
    gaps: bridge.timeline.gaps.handler(({ input }) => backend.timeline().gaps(input)),
    missed: bridge.timeline.missed.handler(({ input }) => backend.timeline().missed(input)),
    exports: {
      start: bridge.timeline.exports.start.handler(({ input }) =>
        backend.timelineExports().start(input.filter, input.format),
      ),
      get: bridge.timeline.exports.get.handler(({ input }) =>
        backend.timelineExports().get(input.id),
      ),
      cancel: bridge.timeline.exports.cancel.handler(({ input }) =>
        backend.timelineExports().cancel(input.id),
      ),
    },
    views: {
      list: bridge.timeline.views.list.handler(() => backend.savedViews().list()),
      save: bridge.timeline.views.save.handler(({ input }) => backend.savedViews().save(input)),
      remove: bridge.timeline.views.remove.handler(({ input }) => ({
        removed: backend.savedViews().remove(input.id),
      })),
    },
  },
});
