/** The program of the thread that reads what is left of a damaged database. */
import { type Offer, serveThread } from '../../../platform/thread.ts';
import { repairCalls } from './repair-calls.ts';

serveThread<undefined>((): Offer<typeof repairCalls> => repairCalls);
