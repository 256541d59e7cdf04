/** Procedures of profiles: what changes where one leads, or removes it, a person confirms. */
import type { BridgeBackend } from './backend.ts';
import type { ImplementedBridge } from './implement.ts';

export const profileProcedures = (
  { profiles }: ImplementedBridge,
  { profiles: backend }: BridgeBackend,
) => ({
  profiles: {
    list: profiles.list.handler(() => [...backend.list()]),
    add: profiles.add.handler(async ({ input }) => ({ path: await backend.add(input) })),
    rename: profiles.rename.handler(({ input }) => backend.rename(input.id, input.name)),
    changeAddress: profiles.changeAddress.handler(async ({ input }) => ({
      path: await backend.changeAddress(input.id, input.baseUrl),
    })),
    remove: profiles.remove.handler(async ({ input }) => ({
      path: await backend.remove(input.id),
    })),
    aside: profiles.aside.handler(() => [...backend.aside()]),
    bringBack: profiles.bringBack.handler(({ input }) => backend.bringBack(input.id)),
    select: profiles.select.handler(({ input }) => backend.select(input.id)),
    prove: profiles.prove.handler(({ input }) => backend.prove(input.id)),
  },
});
