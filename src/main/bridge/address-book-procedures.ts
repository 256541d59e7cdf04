/** The address book: nothing but translation. */
import type { BridgeBackend } from './backend.ts';
import type { ImplementedBridge } from './implement.ts';

export const addressBookProcedures = (bridge: ImplementedBridge, backend: BridgeBackend) => ({
  addressBook: {
    check: bridge.addressBook.check.handler(({ input }) =>
      backend.accounts().addressBook.check(input),
    ),
    list: bridge.addressBook.list.handler(({ input }) =>
      backend.accounts().addressBook.list(input),
    ),
    get: bridge.addressBook.get.handler(({ input }) =>
      backend.accounts().addressBook.get(input.id),
    ),
    label: bridge.addressBook.label.handler(({ input: { profileId, ...named } }) =>
      backend.accounts(profileId).addressBook.label(named),
    ),
  },
});
