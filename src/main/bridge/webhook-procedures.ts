/** Webhooks, deliveries, tunnels and forwarding: nothing but translation. */
import { AsyncIteratorClass } from '@orpc/server';
import type { ForwardTargetView } from '../../bridge/forwarding.ts';
import type { TemporaryTarget } from '../features/webhooks/forwarding/types.ts';
import type { BridgeBackend } from './backend.ts';
import type { ImplementedBridge } from './implement.ts';

export const webhookProcedures = (bridge: ImplementedBridge, backend: BridgeBackend) => ({
  webhooks: {
    list: bridge.webhooks.list.handler(() => backend.webhooks().list()),
    get: bridge.webhooks.get.handler(({ input }) => backend.webhooks().get(input.id)),
    past: {
      list: bridge.webhooks.past.list.handler(({ input, signal }) =>
        backend.pastWebhooks().list(input.knownAt, signal),
      ),
      get: bridge.webhooks.past.get.handler(({ input, signal }) =>
        backend.pastWebhooks().get(input.id, input.knownAt, signal),
      ),
    },
    prepare: bridge.webhooks.prepare.handler(() => backend.webhooks().prepare()),
    create: bridge.webhooks.create.handler(({ input: { profileId, ...creation } }) =>
      backend.webhooks(profileId).create(creation),
    ),
    refresh: bridge.webhooks.refresh.handler(({ input }) =>
      backend.webhooks(input.profileId).refresh(input.id),
    ),
    revealSecret: bridge.webhooks.revealSecret.handler(async ({ input }) => ({
      path: await backend.revealSecret(input.id),
    })),
  },
  deliveries: {
    list: bridge.deliveries.list.handler(({ input }) => backend.deliveries().list(input)),
    get: bridge.deliveries.get.handler(({ input: { arrival, whole } }) =>
      backend.deliveries().get(arrival, whole),
    ),
    checkAgain: bridge.deliveries.checkAgain.handler(async ({ input }) => ({
      changed: await backend.deliveries().checkAgain(input.slotPath),
    })),
    rebuild: bridge.deliveries.rebuild.handler(() => backend.deliveries().rebuild()),
    rebuildProgress: bridge.deliveries.rebuildProgress.handler(() =>
      backend.deliveries().rebuildProgress(),
    ),
  },
  tunnels: {
    list: bridge.tunnels.list.handler(() => backend.tunnels().list()),
    add: bridge.tunnels.add.handler(async ({ input }) => ({
      path: await backend.tunnels().add(input),
    })),
    open: bridge.tunnels.open.handler(({ input }) => backend.tunnels().open(input.id)),
    close: bridge.tunnels.close.handler(({ input }) => backend.tunnels().close(input.id)),
    prove: bridge.tunnels.prove.handler(({ input }) => backend.tunnels().prove(input.id)),
    remove: bridge.tunnels.remove.handler(async ({ input }) => {
      await backend.tunnels().remove(input.id);
      return { removed: true };
    }),
    chooseKeyFile: bridge.tunnels.chooseKeyFile.handler(async ({ input }) => ({
      path: await backend.tunnels().chooseKeyFile(input.id),
    })),
    forgetHostKey: bridge.tunnels.forgetHostKey.handler(async ({ input }) => ({
      path: await backend.tunnels().forgetHostKey(input.id),
    })),
    trustHostKey: bridge.tunnels.trustHostKey.handler(async ({ input }) => ({
      path: await backend.tunnels().trustHostKey(input.id, input.fingerprint),
    })),
  },
  forwarding: {
    targets: bridge.forwarding.targets.handler(() => backend.forwarding().targets()),
    addTarget: bridge.forwarding.addTarget.handler(async ({ input }) => ({
      path: await backend.forwarding().addTarget(input),
    })),
    lendTarget: bridge.forwarding.lendTarget.handler(({ input, signal }) =>
      asLongAsRead(backend.forwarding().lendTarget(input), signal),
    ),
    pauseTarget: bridge.forwarding.pauseTarget.handler(({ input }) =>
      backend.forwarding().pauseTarget(input.id, input.isPaused),
    ),
    removeTarget: bridge.forwarding.removeTarget.handler(({ input }) => {
      backend.forwarding().removeTarget(input.id);
      return { removed: true };
    }),
    list: bridge.forwarding.list.handler(({ input }) => backend.forwarding().list(input)),
    replay: bridge.forwarding.replay.handler(({ input }) =>
      backend.forwarding().replay(input.targetId, input.selection),
    ),
  },
});

/** The target, and then nothing until it is gone. A reader that stops or is cut off gives it back. */
function asLongAsRead(
  { target, gone, giveBack }: TemporaryTarget,
  signal: AbortSignal | undefined,
): AsyncIteratorClass<ForwardTargetView, void, void> {
  let isTold = false;
  if (signal?.aborted) giveBack();
  else signal?.addEventListener('abort', giveBack, { once: true });
  return new AsyncIteratorClass<ForwardTargetView, void, void>(
    async () => {
      if (isTold) {
        await gone;
        return { done: true, value: undefined };
      }
      isTold = true;
      return { done: false, value: target };
    },
    async () => {
      signal?.removeEventListener('abort', giveBack);
      giveBack();
    },
  );
}
