/** The schema of a profile's database: what each room lays out in it, in the order in which it is applied. */

import type { Migration } from '../../platform/migrations.ts';
import { annotationMigrations } from '../core/annotations/migrations.ts';
import { auditMigrations } from '../core/audit/migrations.ts';
import { signOffsMigrations } from '../core/creates/sign-offs/migrations.ts';
import { intentsMigrations } from '../core/intents/migrations.ts';
import { recordsMigrations } from '../core/records/migrations.ts';
import { addressBookMigrations } from '../features/address-book/migrations.ts';
import { bankAccountMigrations } from '../features/bank-accounts/migrations.ts';
import { bulkDuplicateMigrations } from '../features/bulk/checking/migrations.ts';
import { bulkMigrations } from '../features/bulk/runs/migrations.ts';
import { changesMigrations } from '../features/changes/migrations.ts';
import { companyMigrations } from '../features/deposit-sheets/company/migrations.ts';
import { viewMigrations } from '../features/timeline/views/migrations.ts';
import { forwardingMigrations } from '../features/webhooks/forwarding/migrations.ts';
import { intakeMigrations } from '../features/webhooks/intake/migrations.ts';
import { registerMigrations } from '../features/webhooks/register/migrations.ts';

export const profileMigrations: readonly Migration[] = [
  ...recordsMigrations,
  ...auditMigrations,
  ...annotationMigrations,
  ...intentsMigrations,
  ...intakeMigrations,
  ...forwardingMigrations,
  ...registerMigrations,
  ...viewMigrations,
  ...bankAccountMigrations,
  ...changesMigrations,
  ...companyMigrations,
  ...addressBookMigrations,
  ...signOffsMigrations,
  ...bulkMigrations,
  ...bulkDuplicateMigrations,
];
