/** The program of the thread that brings a backup in: it takes longer than main may wait. */
import { type Offer, serveThread } from '../../../platform/thread.ts';
import { type MergeCalls, mergeCalls } from './merge-calls.ts';

serveThread<undefined>((): Offer<MergeCalls> => mergeCalls);
