/** Bringing what exists: nothing but translation. */
import type { BridgeBackend } from './backend.ts';
import type { ImplementedBridge } from './implement.ts';

export const importProcedures = (bridge: ImplementedBridge, backend: BridgeBackend) => ({
  imports: {
    upload: bridge.imports.upload.handler(({ input }) =>
      backend.imports().upload(input.id, input.text, input.fileName),
    ),
    preview: bridge.imports.preview.handler(({ input }) => backend.imports().preview(input)),
    rows: {
      list: bridge.imports.rows.list.handler(({ input }) => backend.imports().rows(input)),
    },
    problems: {
      list: bridge.imports.problems.list.handler(({ input }) => backend.imports().problems(input)),
    },
    keep: bridge.imports.keep.handler(({ input }) => backend.imports(input.profileId).keep(input)),
    get: bridge.imports.get.handler(({ input }) => backend.imports().get(input.id)),
  },
});
