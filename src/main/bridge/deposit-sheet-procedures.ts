/** Deposit sheets: nothing but translation. */
import type { BridgeBackend } from './backend.ts';
import type { ImplementedBridge } from './implement.ts';

export const sheetProcedures = (bridge: ImplementedBridge, backend: BridgeBackend) => ({
  sheets: {
    company: {
      get: bridge.sheets.company.get.handler(() => backend.sheets().company.get()),
      save: bridge.sheets.company.save.handler(({ input }) => backend.sheets().company.save(input)),
      setLogo: bridge.sheets.company.setLogo.handler(({ input }) =>
        backend.sheets().company.setLogo(input.base64),
      ),
    },
    check: bridge.sheets.check.handler(({ input, signal }) =>
      backend.sheets().check(input.selection, signal),
    ),
    text: bridge.sheets.text.handler(async ({ input }) => ({
      text: await backend.sheets().text(input.id, input.knownAt),
    })),
    start: bridge.sheets.start.handler(({ input }) => backend.sheets(input.profileId).start(input)),
    get: bridge.sheets.get.handler(({ input }) => backend.sheets().get(input.id)),
  },
});
