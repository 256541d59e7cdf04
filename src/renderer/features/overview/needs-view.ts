import type { Bridge } from '../../../bridge/contract.ts';

export type NeedsView = Awaited<ReturnType<Bridge['overview']['needs']>>;
