/** Settling unknown outcomes: nothing but translation. */
import type { SettlingView } from '../../bridge/unresolved.ts';
import type { BridgeBackend } from './backend.ts';
import type { ImplementedBridge } from './implement.ts';
import { intentViewOf } from './intent-view.ts';

export function settlingProcedures(bridge: ImplementedBridge, backend: BridgeBackend) {
  const view = async (key: string): Promise<SettlingView> => {
    const found = await backend.settling().get(key);
    return { ...found, intent: intentViewOf(found.intent) };
  };
  return {
    settling: {
      contradicted: bridge.settling.contradicted.handler(async () => ({
        requests: await backend.settling().contradicted(),
      })),
      list: bridge.settling.list.handler(async ({ input }) => {
        const { rows, total } = await backend.settling().list(input);
        const shown = rows.map(({ proposals, ...intent }) => ({
          ...intentViewOf(intent),
          proposals,
        }));
        return { rows: shown, total };
      }),
      get: bridge.settling.get.handler(({ input }) => view(input.key)),
      check: bridge.settling.check.handler(({ input }) => backend.settling().check(input)),
      exists: bridge.settling.exists.handler(async ({ input }) => {
        await backend.settling(input.profileId).exists(input);
        return await view(input.key);
      }),
      absent: bridge.settling.absent.handler(async ({ input }) => {
        await backend.settling(input.profileId).absent(input);
        return await view(input.key);
      }),
      takeBack: bridge.settling.takeBack.handler(async ({ input }) => {
        await backend.settling(input.profileId).takeBack(input);
        return await view(input.key);
      }),
      sendAgain: bridge.settling.sendAgain.handler(async ({ input, signal }) => ({
        resourceId: await backend
          .settling(input.profileId)
          .sendAgain({ ...input, review: input, signal }),
      })),
    },
  };
}
