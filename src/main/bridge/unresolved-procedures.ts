/** Unresolved unknown outcomes: nothing but translation. */
import type { UnresolvedView } from '../../bridge/unresolved.ts';
import type { BridgeBackend } from './backend.ts';
import type { ImplementedBridge } from './implement.ts';
import { intentViewOf } from './intent-view.ts';

export function unresolvedProcedures(bridge: ImplementedBridge, backend: BridgeBackend) {
  const view = async (key: string): Promise<UnresolvedView> => {
    const found = await backend.unresolved().get(key);
    return { ...found, intent: intentViewOf(found.intent) };
  };
  return {
    unresolved: {
      contradicted: bridge.unresolved.contradicted.handler(async () => ({
        requests: await backend.unresolved().contradicted(),
      })),
      list: bridge.unresolved.list.handler(async ({ input }) => {
        const { rows, total } = await backend.unresolved().list(input);
        const shown = rows.map(({ proposals, ...intent }) => ({
          ...intentViewOf(intent),
          proposals,
        }));
        return { rows: shown, total };
      }),
      get: bridge.unresolved.get.handler(({ input }) => view(input.key)),
      check: bridge.unresolved.check.handler(({ input }) => backend.unresolved().check(input)),
      exists: bridge.unresolved.exists.handler(async ({ input }) => {
        await backend.unresolved(input.profileId).exists(input);
        return await view(input.key);
      }),
      absent: bridge.unresolved.absent.handler(async ({ input }) => {
        await backend.unresolved(input.profileId).absent(input);
        return await view(input.key);
      }),
      takeBack: bridge.unresolved.takeBack.handler(async ({ input }) => {
        await backend.unresolved(input.profileId).takeBack(input);
        return await view(input.key);
      }),
      sendAgain: bridge.unresolved.sendAgain.handler(async ({ input, signal }) => ({
        resourceId: await backend
          .unresolved(input.profileId)
          .sendAgain({ ...input, review: input, signal }),
      })),
    },
  };
}
