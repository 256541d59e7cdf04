/**
 * Whether what arrives can be made durable:
 *
 *     working ─a group did not commit─▶ failing ─a group committed─▶ working
 *        └──────the writer ended──────▶ restarting ─it was started─▶ working
 *
 * Each change is told and logged once, however many deliveries are refused in between.
 */
import type { Clock } from '../../../../platform/clock.ts';
import { ThreadEnded } from '../../../../platform/thread.ts';
import type { Log } from '../../../core/foundation/log.ts';
import type { ReceiverInbox, WriterFacts } from './types.ts';

export interface WriterHealth {
  committed(): void;
  failed(error: unknown): void;
  facts(): WriterFacts;
  stop(): void;
}

export interface WriterHealthParts {
  readonly inbox: Pick<ReceiverInbox, 'onWriter'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error' | 'info'>;
  readonly onChange: () => void;
}

const said = {
  working: 'deliveries are made durable again',
  failing: 'deliveries could not be made durable; senders are asked to try again',
  restarting: 'the writer of the inbox ended and is started again; senders are asked to try again',
} as const;

export function createWriterHealth({
  inbox,
  clock,
  log,
  onChange,
}: WriterHealthParts): WriterHealth {
  let facts: WriterFacts = { state: 'working', since: null, restarts: 0 };

  const become = (state: WriterFacts['state'], error?: unknown, restarts = facts.restarts) => {
    if (facts.state === state) return;
    facts = { state, since: clock.now(), restarts };
    if (state === 'working') log.info({ restarts }, said.working);
    else log.error({ err: error }, said[state]);
    try {
      onChange();
    } catch (thrown) {
      // Whoever is told, what is durable is answered 200.
      log.error({ err: thrown }, 'the state of the receiver could not be told');
    }
  };
  const stop = inbox.onWriter((event) => {
    if (event.kind === 'ended') become('restarting', event.error);
    else if (event.kind === 'started') become('working', undefined, facts.restarts + 1);
    else log.error({ err: event.error }, 'checkpoints of the inbox ended and are started again');
  });
  return {
    committed: () => become('working'),
    failed: (error) => become(error instanceof ThreadEnded ? 'restarting' : 'failing', error),
    facts: () => facts,
    stop,
  };
}
