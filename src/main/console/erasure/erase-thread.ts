/** The program of the thread that erases: it takes longer than main may wait. */
import { type Offer, serveThread } from '../../../platform/thread.ts';
import { type EraseCalls, eraseCalls } from './erase-records.ts';

serveThread<undefined>((): Offer<EraseCalls> => eraseCalls);
