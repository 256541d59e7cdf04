/** The program of the thread that prints reports: fonts and pages take longer than main may wait. */
import { type Offer, serveThread } from '../../../../platform/thread.ts';
import { createReportCalls, type ReportCalls } from './report-calls.ts';

serveThread((): Offer<ReportCalls> => ({ ...createReportCalls(import.meta.url) }));
