/** Schema of the timeline's index, oldest first. */
import type { Migration } from '../../../../../platform/migrations.ts';
import { timeline1 } from './timeline-1.ts';

export const timelineMigrations: readonly Migration[] = [timeline1];

/** Raised whenever what is derived changes: an index of another derivation is made again. */
export const DERIVATION = 7;
