/** The program of the thread that encrypts databases under another key: it takes longer than main may wait. */
import { type RekeyOrder, rekeyFile } from '../../../platform/rekey-file.ts';
import { type Offer, serveThread } from '../../../platform/thread.ts';

export interface RekeyCalls {
  /** Tells bytes gone through, as rekeyFile does. */
  rekey(order: RekeyOrder): void;
}

serveThread<undefined, number>(
  ({ say }): Offer<RekeyCalls> => ({ rekey: (order) => rekeyFile(order, say) }),
);
