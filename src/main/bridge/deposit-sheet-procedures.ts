/** Deposit sheets: nothing but translation. */
import type { BridgeBackend } from './backend.ts';
import type { ImplementedBridge } from './implement.ts';

export const sheetProcedures = (bridge: ImplementedBridge, backend: BridgeBackend) => ({
  depositSheets: {
    company: {
      get: bridge.depositSheets.company.get.handler(() => backend.depositSheets().company.get()),
      save: bridge.depositSheets.company.save.handler(({ input }) =>
        backend.depositSheets().company.save(input),
      ),
      setLogo: bridge.depositSheets.company.setLogo.handler(({ input }) =>
        backend.depositSheets().company.setLogo(input.base64),
      ),
    },
    check: bridge.depositSheets.check.handler(({ input, signal }) =>
      backend.depositSheets().check(input.selection, signal),
    ),
    text: bridge.depositSheets.text.handler(async ({ input }) => ({
      text: await backend.depositSheets().text(input.id, input.knownAt),
    })),
    start: bridge.depositSheets.start.handler(({ input }) =>
      backend.depositSheets(input.profileId).start(input),
    ),
    get: bridge.depositSheets.get.handler(({ input }) => backend.depositSheets().get(input.id)),
  },
});
