/** Forwarding as the page and attached programs may ask for it. */
import { AsyncIteratorClass, implement } from '@orpc/server';
import { type ForwardTargetView, forwardingContract } from '../../../../bridge/forwarding.ts';
import type { JsonObject } from '../../../../contract/scalars.ts';
import type { Routes } from '../../../core/feature/feature.ts';
import type { Log } from '../../../core/foundation/log.ts';
import { Failed, invalid } from '../../../core/intents/failed.ts';
import type { BridgeForwarder } from './forwarding-documents.ts';
import type { Forwarder, NewTarget, Selection, TemporaryTarget } from './types.ts';

const forwarding = implement(forwardingContract);

export const forwardingProcedures = (
  forwarder: () => BridgeForwarder,
): Routes<'forwarding'>['forwarding'] => ({
  targets: forwarding.targets.handler(() => forwarder().targets()),
  addTarget: forwarding.addTarget.handler(async ({ input }) => ({
    path: await forwarder().addTarget(input),
  })),
  lendTarget: forwarding.lendTarget.handler(({ input, signal }) =>
    asLongAsRead(forwarder().lendTarget(input), signal),
  ),
  pauseTarget: forwarding.pauseTarget.handler(({ input }) =>
    forwarder().pauseTarget(input.id, input.isPaused),
  ),
  removeTarget: forwarding.removeTarget.handler(({ input }) => {
    forwarder().removeTarget(input.id);
    return { removed: true };
  }),
  list: forwarding.list.handler(({ input }) => forwarder().list(input)),
  replay: forwarding.replay.handler(({ input }) =>
    forwarder().replay(input.targetId, input.selection),
  ),
});

/** A loan is of the program that took it (`npm run listen`), whose person typed the address. No page takes one. */
export const withoutTemporaryTargets = <Of extends Routes<'forwarding'>>(routes: Of): Of => ({
  ...routes,
  forwarding: {
    ...routes.forwarding,
    lendTarget: forwarding.lendTarget.handler(() => {
      throw invalid('Only npm run listen can add a temporary target.', 'not-a-page');
    }),
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

/** Writes into the log of the profile that the forwarding is of, open or not. */
export type RecordForward = (action: string, facts: JsonObject) => void;

/**
 * Forwarding with what people and programs do of it in the audit log. Of an address the log has the origin
 * alone: what follows may be as good as a secret.
 */
export function recordedForwarding(
  forwards: Forwarder,
  record: RecordForward,
  log: Pick<Log, 'error'>,
): Forwarder {
  return {
    ...forwards,
    addTarget(input) {
      const target = forwards.addTarget(input);
      record('forward.added', factsOf(target.id, target.url, input));
      return target;
    },
    lendTarget(input) {
      const lent = forwards.lendTarget(input);
      const { id: targetId, url } = lent.target;
      record('forward.lent', factsOf(targetId, url, input));
      void lent.gone
        .then(() => record('forward.given-back', { targetId }))
        .catch((error: unknown) =>
          log.error({ err: error, targetId }, 'the end of a temporary target was not recorded'),
        );
      return lent;
    },
    pauseTarget(id, isPaused) {
      const target = forwards.pauseTarget(id, isPaused);
      record(isPaused ? 'forward.paused' : 'forward.resumed', { targetId: id });
      return target;
    },
    removeTarget(id) {
      forwards.removeTarget(id);
      record('forward.removed', { targetId: id });
    },
    async replay(targetId, selection) {
      const facts = { targetId, ...selectionFacts(selection) };
      try {
        const queued = await forwards.replay(targetId, selection);
        record('forward.replayed', { ...facts, queued });
        return queued;
      } catch (error) {
        // Cut off half way, some of it may be on its way.
        const code = error instanceof Failed ? error.code : 'INTERNAL';
        record('forward.replay-failed', { ...facts, code });
        throw error;
      }
    },
  };
}

const factsOf = (targetId: string, url: string, { webhookId, events }: NewTarget): JsonObject => ({
  targetId,
  origin: new URL(url).origin,
  webhookId,
  events: [...events],
});

/** `by` names the person in every entry. */
const selectionFacts = ({ by: selection, ...facts }: Selection): JsonObject => ({
  selection,
  ...facts,
});
