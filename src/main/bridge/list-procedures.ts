/** Lists as files, and files on their way out: nothing but translation. */
import type { BridgeBackend } from './backend.ts';
import type { ImplementedBridge } from './implement.ts';

export const listProcedures = (bridge: ImplementedBridge, backend: BridgeBackend) => ({
  listExports: {
    export: bridge.listExports.export.handler(({ input }) => backend.listExports().start(input)),
  },
  exports: {
    get: bridge.exports.get.handler(({ input }) => backend.exports().get(input.id)),
    cancel: bridge.exports.cancel.handler(({ input }) => backend.exports().cancel(input.id)),
  },
});
