/** Bank accounts, and what drifted: nothing but translation. */
import type { BridgeBackend } from './backend.ts';
import type { ImplementedBridge } from './implement.ts';

export const bankAccountProcedures = (bridge: ImplementedBridge, backend: BridgeBackend) => ({
  bankAccounts: {
    list: bridge.bankAccounts.list.handler(({ input, signal }) =>
      backend.bankAccounts().list(input, signal),
    ),
    get: bridge.bankAccounts.get.handler(({ input, signal }) =>
      backend.bankAccounts().get(input.id, { knownAt: input.knownAt, signal }, input.whole),
    ),
    lookUp: bridge.bankAccounts.lookUp.handler(({ input: { profileId, knownAt, ...pair } }) =>
      backend.bankAccounts(profileId).lookUp(pair, knownAt),
    ),
    refresh: bridge.bankAccounts.refresh.handler(({ input }) =>
      backend.bankAccounts(input.profileId).refresh(input.id, input.knownAt),
    ),
    refreshAll: bridge.bankAccounts.refreshAll.handler(({ input }) =>
      backend.bankAccounts(input.profileId).refreshAll(input.knownAt),
    ),
    refreshState: bridge.bankAccounts.refreshState.handler(() =>
      backend.bankAccounts().refreshState(),
    ),
    cancelRefresh: bridge.bankAccounts.cancelRefresh.handler(() =>
      backend.bankAccounts().cancelRefresh(),
    ),
  },
  changes: {
    list: bridge.changes.list.handler(({ input }) => backend.changes().list(input)),
    open: bridge.changes.open.handler(() => backend.changes().open()),
    signOff: bridge.changes.signOff.handler(({ input }) =>
      backend.changes(input.profileId).signOff(input.ids, input.note, input.knownAt),
    ),
  },
});
