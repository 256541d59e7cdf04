/** Whether the service of one profile answers: told by every call, and asked again while it does not. */
import type { ConnectionView } from '../../bridge/connection.ts';
import type { Reachability } from '../core/service/outcomes.ts';
import type { ServiceClient } from '../core/service/service-client.ts';

export type ServiceFacts = ConnectionView['service'];

export interface ServiceState {
  facts(): ServiceFacts;
  /** Forgets what was found, because another token or address counts from now on. */
  reset(): void;
  close(): void;
}

export interface ServiceStateOptions {
  readonly client: Pick<ServiceClient, 'onReachability' | 'probe'>;
  readonly onChange: () => void;
  /** Pauses before asking again, in milliseconds; the last one repeats. Empty: never. */
  readonly pauses?: readonly number[];
}

const defaultPauses = [500, 5_000, 10_000, 20_000, 40_000, 60_000] as const;
const untried: ServiceFacts = { state: 'not-tried', at: null, sentence: null };

export function createServiceState(options: ServiceStateOptions): ServiceState {
  const { client, onChange, pauses = defaultPauses } = options;
  let facts = untried;
  let failures = 0;
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  const calm = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const askAgain = () => {
    calm();
    const pause = pauses[Math.min(failures, pauses.length) - 1];
    if (isClosed || pause === undefined) return;
    timer = setTimeout(() => void client.probe(), pause);
    // A question that waits must not keep the process.
    timer.unref();
  };
  const hear = ({ state, at, sentence }: Reachability) => {
    if (isClosed) return;
    const isNews = state !== facts.state || sentence !== facts.sentence;
    facts = { state, at, sentence };
    if (state === 'unreachable') {
      failures += 1;
      askAgain();
    } else {
      failures = 0;
      calm();
    }
    if (isNews) onChange();
  };
  const stop = client.onReachability(hear);

  return {
    facts: () => facts,
    reset() {
      facts = untried;
      failures = 0;
      calm();
      onChange();
    },
    close() {
      isClosed = true;
      calm();
      stop();
    },
  };
}
