/**
 * Forwarding as people and programs use it, with what they do in the audit log. Of an address the log
 * has the origin alone: what follows may be as good as a secret.
 */
import type { JsonObject } from '../../../../contract/scalars.ts';
import { Failed } from '../../../core/intents/failed.ts';
import type { Forwarder, NewTarget, Selection } from './types.ts';

/** Writes into the log of the profile that the forwarding is of, open or not. */
export type RecordForward = (action: string, facts: JsonObject) => void;

export function recordedForwarding(forwards: Forwarder, record: RecordForward): Forwarder {
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
      void lent.gone.then(() => record('forward.given-back', { targetId }));
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

const selectionFacts = (selection: Selection): JsonObject =>
  selection.by === 'filter' ? { ...selection, events: [...selection.events] } : { ...selection };
