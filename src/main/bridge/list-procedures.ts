/** Lists as files, and files on their way out: nothing but translation. */
import type { BridgeBackend } from './backend.ts';
import type { ImplementedBridge } from './implement.ts';

export const listProcedures = (bridge: ImplementedBridge, backend: BridgeBackend) => ({
  lists: {
    export: bridge.lists.export.handler(({ input }) => backend.listExports().start(input)),
  },
  files: {
    get: bridge.files.get.handler(({ input }) => backend.files().get(input.id)),
    cancel: bridge.files.cancel.handler(({ input }) => backend.files().cancel(input.id)),
  },
});
