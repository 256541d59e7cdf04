/** The features of a profile, in the order in which they were laid out and are opened. */
import { noFeatures } from '../core/feature/feature.ts';
import { addressBookFeature } from '../features/address-book/feature.ts';
import { type ApprovalsInstalled, approvalsFeature } from '../features/approvals/feature.ts';
import { type AuditInstalled, auditFeature } from '../features/audit/feature.ts';
import { bankAccountsFeature } from '../features/bank-accounts/feature.ts';
import { bulkFeature } from '../features/bulk/feature.ts';
import { changesFeature } from '../features/changes/feature.ts';
import { customersFeature } from '../features/customers/feature.ts';
import {
  companyFeature,
  type DepositSheetsInstalled,
  depositSheetsFeature,
} from '../features/deposit-sheets/feature.ts';
import { evidenceFeature } from '../features/evidence/feature.ts';
import { type HandoverInstalled, handoverFeature } from '../features/handover/feature.ts';
import { type HostStatusInstalled, hostStatusFeature } from '../features/host-status/feature.ts';
import { importsFeature } from '../features/imports/feature.ts';
import { listExportsFeature } from '../features/list-exports/feature.ts';
import { type NoticesInstalled, noticesFeature } from '../features/notices/feature.ts';
import { onboardingFeature } from '../features/onboarding/feature.ts';
import { otherRecordsFeature } from '../features/other-records/feature.ts';
import { type OverviewInstalled, overviewFeature } from '../features/overview/feature.ts';
import { payoutsFeature } from '../features/payouts/feature.ts';
import { reconcileFeature } from '../features/reconcile/feature.ts';
import { reportsFeature } from '../features/reports/feature.ts';
import { type RetentionInstalled, retentionFeature } from '../features/retention/feature.ts';
import { sandboxControlsFeature } from '../features/sandbox-controls/feature.ts';
import { savedViewsFeature } from '../features/saved-views/feature.ts';
import { searchFeature } from '../features/search/feature.ts';
import { type TeamInstalled, teamFeature } from '../features/team/feature.ts';
import { timelineFeature } from '../features/timeline/feature.ts';
import { unresolvedFeature } from '../features/unresolved/feature.ts';
import { virtualAccountsFeature } from '../features/virtual-accounts/feature.ts';
import { type WebhooksInstalled, webhooksFeature } from '../features/webhooks/feature.ts';
import { type CoreInstalled, coreFeature } from './core-feature.ts';

export type Installed = CoreInstalled &
  AuditInstalled &
  WebhooksInstalled &
  OverviewInstalled &
  NoticesInstalled &
  DepositSheetsInstalled &
  HostStatusInstalled &
  HandoverInstalled &
  ApprovalsInstalled &
  TeamInstalled &
  RetentionInstalled;

export const features = noFeatures<Installed>()
  .add('core', coreFeature)
  .add('audit', auditFeature)
  .add('webhooks', webhooksFeature)
  .add('bankAccounts', bankAccountsFeature)
  .add('changes', changesFeature)
  .add('company', companyFeature)
  .add('addressBook', addressBookFeature)
  .add('customers', customersFeature)
  .add('onboarding', onboardingFeature)
  .add('virtualAccounts', virtualAccountsFeature)
  .add('bulk', bulkFeature)
  .add('depositSheets', depositSheetsFeature)
  .add('unresolved', unresolvedFeature)
  .add('imports', importsFeature)
  .add('savedViews', savedViewsFeature)
  .add('payouts', payoutsFeature)
  .add('timeline', timelineFeature)
  .add('otherRecords', otherRecordsFeature)
  .add('search', searchFeature)
  .add('listExports', listExportsFeature)
  .add('approvals', approvalsFeature)
  .add('team', teamFeature)
  .add('overview', overviewFeature)
  .add('reports', reportsFeature)
  .add('evidence', evidenceFeature)
  .add('sandboxControls', sandboxControlsFeature)
  .add('notices', noticesFeature)
  .add('hostStatus', hostStatusFeature)
  .add('reconcile', reconcileFeature)
  .add('handover', handoverFeature)
  .add('retention', retentionFeature);

export type FeatureApis = Awaited<ReturnType<typeof features.open>>;
