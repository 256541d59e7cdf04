/** The program of the thread that writes and merges hand-over files: it takes longer than main may wait. */
import { type Offer, serveThread } from '../../../platform/thread.ts';
import { type HandoverCalls, handoverCalls } from './handover-calls.ts';

serveThread<undefined>((): Offer<HandoverCalls> => handoverCalls());
