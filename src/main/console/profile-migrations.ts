/** The schema of a profile's database: what each room lays out in it, in the order in which it is applied. */

import type { Migration } from '../../platform/migrations.ts';
import { addressBookMigrations } from '../accounts/address-book/migrations.ts';
import { clearancesMigrations } from '../accounts/clearances/migrations.ts';
import { annotationMigrations } from '../annotations/migrations.ts';
import { auditMigrations } from '../audit/migrations.ts';
import { bankAccountMigrations } from '../bank-accounts/migrations.ts';
import { bulkAlikeMigrations } from '../bulk/checking/migrations.ts';
import { bulkMigrations } from '../bulk/runs/migrations.ts';
import { driftMigrations } from '../drift/migrations.ts';
import { intentsMigrations } from '../intents/migrations.ts';
import { recordsMigrations } from '../records/migrations.ts';
import { companyMigrations } from '../sheets/company/migrations.ts';
import { viewMigrations } from '../timeline/views/migrations.ts';
import { forwardMigrations } from '../webhooks/forward/migrations.ts';
import { intakeMigrations } from '../webhooks/index.ts';
import { registerMigrations } from '../webhooks/register/migrations.ts';

export const profileMigrations: readonly Migration[] = [
  ...recordsMigrations,
  ...auditMigrations,
  ...annotationMigrations,
  ...intentsMigrations,
  ...intakeMigrations,
  ...forwardMigrations,
  ...registerMigrations,
  ...viewMigrations,
  ...bankAccountMigrations,
  ...driftMigrations,
  ...companyMigrations,
  ...addressBookMigrations,
  ...clearancesMigrations,
  ...bulkMigrations,
  ...bulkAlikeMigrations,
];
