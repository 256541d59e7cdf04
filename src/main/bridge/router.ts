/** The bridge (src/bridge/contract.ts) over the parts of main: nothing but translation. */
import { AsyncIteratorClass, type Router, withEventMeta } from '@orpc/server';
import type { bridgeContract } from '../../bridge/contract.ts';
import type { Json } from '../../bridge/scalars.ts';
import type { UpdateNotice } from '../../bridge/updates.ts';
import type { Routes } from '../core/feature/feature.ts';
import { annotationProcedures } from './annotation-procedures.ts';
import type { BridgeBackend, NumberedNotice } from './backend.ts';
import { implementBridge } from './implement.ts';
import { importProcedures } from './import-procedures.ts';
import { intentViewOf } from './intent-view.ts';
import { listProcedures } from './list-procedures.ts';
import type { CallContext } from './named-profile.ts';
import { profileProcedures } from './profile-procedures.ts';
import { timelineProcedures } from './timeline-procedures.ts';
import { unresolvedProcedures } from './unresolved-procedures.ts';
import { webhookProcedures } from './webhook-procedures.ts';

/** Areas that the features implement themselves. */
type FeatureRoutes = Routes<
  | 'addressBook'
  | 'bankAccounts'
  | 'bulk'
  | 'changes'
  | 'customers'
  | 'depositSheets'
  | 'onboarding'
  | 'virtualAccounts'
>;

export type BridgeRouter = Router<typeof bridgeContract, CallContext>;

/** Inputs and outputs are parsed. Lines serve it with `readsNames` (named-profile.ts). */
export function createBridgeRouter(backend: BridgeBackend, features: FeatureRoutes): BridgeRouter {
  const bridge = implementBridge(backend);

  return bridge.router({
    ...features,
    vault: {
      status: bridge.vault.status.handler(() => backend.vault.status()),
      useSession: bridge.vault.useSession.handler(() => backend.vault.useSession()),
      lock: bridge.vault.lock.handler(() => backend.vault.lock()),
      openSecretEntry: bridge.vault.openSecretEntry.handler(async ({ input }) => ({
        path: await backend.vault.openSecretEntry(input),
      })),
    },
    ...profileProcedures(bridge, backend),
    connection: {
      get: bridge.connection.get.handler(() => backend.connection.get()),
      check: bridge.connection.check.handler(() => backend.connection.check()),
      about: bridge.connection.about.handler(() => backend.connection.about()),
    },
    asOf: {
      progress: bridge.asOf.progress.handler(() => backend.asOf().progress()),
    },
    ...webhookProcedures(bridge, backend),
    ...timelineProcedures(bridge, backend),
    ...annotationProcedures(bridge, backend),
    ...importProcedures(bridge, backend),
    ...listProcedures(bridge, backend),
    ...unresolvedProcedures(bridge, backend),
    intents: {
      answer: bridge.intents.answer.handler(async ({ input }) => ({
        answer: await backend.rawAnswer(input.key),
      })),
      get: bridge.intents.get.handler(({ input }) => {
        const intent = backend.intents().get(input.key);
        return { intent: intent === null ? null : intentViewOf(intent) };
      }),
      list: bridge.intents.list.handler(({ input }) => {
        const { rows, total } = backend.intents().list(input);
        return { rows: rows.map(intentViewOf), total };
      }),
    },
    audit: {
      list: bridge.audit.list.handler(({ input }) => {
        const audit = backend.audit();
        const { rows, total } = audit.list(input);
        // Facts are JSON as it stands in the log; the output schema parses them.
        const entries = rows.map((row) => ({ ...row, facts: row.facts as Json }));
        return { rows: entries, total, brokenAt: audit.verify() };
      }),
    },
    updates: {
      watch: bridge.updates.watch.handler(({ lastEventId, signal }) =>
        withIds(backend.updates.watch({ lastEventId, signal })),
      ),
    },
  });
}

/** Notices with their ids where oRPC looks for them; whoever stops reading ends the watch. */
function withIds(
  notices: AsyncIterableIterator<NumberedNotice>,
): AsyncIteratorClass<UpdateNotice, void, void> {
  return new AsyncIteratorClass<UpdateNotice, void, void>(
    async () => {
      const result = await notices.next();
      if (result.done) return { done: true, value: undefined };
      const { id, notice } = result.value;
      return { done: false, value: withEventMeta({ ...notice, ids: [...notice.ids] }, { id }) };
    },
    async () => {
      await notices.return?.();
    },
  );
}
