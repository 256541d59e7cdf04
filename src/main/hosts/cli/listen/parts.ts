/** What listening needs, whichever console it is on. */
import type { Bridge } from '../../../../bridge/contract.ts';
import type { ListenOptions } from './options.ts';

export interface ListenParts {
  readonly bridge: Bridge;
  readonly options: Pick<ListenOptions, 'forwardTo' | 'events' | 'json' | 'create' | 'trigger'>;
  /** Whether a person can open the page of this console, where secrets are shown. */
  readonly hasPage: boolean;
  readonly newIntentKey: () => string;
  /** stdout. */
  readonly print: (line: string) => void;
  /** stderr. */
  readonly say: (line: string) => void;
  /** Ends it. */
  readonly signal: AbortSignal;
}
