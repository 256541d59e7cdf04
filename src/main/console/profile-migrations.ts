/** The schema of a profile's database: what each room lays out in it, in the order in which it is applied. */

import type { Migration } from '../../platform/migrations.ts';
import { annotationMigrations } from '../core/annotations/migrations.ts';
import { auditMigrations } from '../core/audit/migrations.ts';
import { intentsMigrations } from '../core/intents/migrations.ts';
import { recordsMigrations } from '../core/records/migrations.ts';
import { viewMigrations } from '../features/timeline/views/migrations.ts';
import { forwardingMigrations } from '../features/webhooks/forwarding/migrations.ts';
import { intakeMigrations } from '../features/webhooks/intake/migrations.ts';
import { registerMigrations } from '../features/webhooks/register/migrations.ts';
import { features } from './features.ts';

export const profileMigrations: readonly Migration[] = [
  ...recordsMigrations,
  ...auditMigrations,
  ...annotationMigrations,
  ...intentsMigrations,
  ...intakeMigrations,
  ...forwardingMigrations,
  ...registerMigrations,
  ...viewMigrations,
  ...features.migrations,
];
