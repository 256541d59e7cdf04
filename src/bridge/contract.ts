/**
 * The bridge: all that the renderer may ask of main. Inputs and outputs are both parsed; failures
 * are declared (errors.ts). The renderer imports types from here and nothing else at run time.
 */
import type { ContractRouterClient } from '@orpc/contract';
import { addressBookContract } from './address-book.ts';
import { annotationsContract } from './annotations.ts';
import { asOfContract } from './as-of.ts';
import { auditContract } from './audit.ts';
import { backupsContract } from './backups.ts';
import { bankAccountsContract } from './bank-accounts.ts';
import { bulkContract } from './bulk-contract.ts';
import { changesContract } from './changes.ts';
import { connectionContract } from './connection.ts';
import { customersContract } from './customers.ts';
import { deliveriesContract } from './deliveries.ts';
import { depositSheetsContract } from './deposit-sheets.ts';
import { diagnosticsContract } from './diagnostics.ts';
import { evidenceContract } from './evidence.ts';
import { exportsContract } from './exports.ts';
import { forwardingContract } from './forwarding.ts';
import { importsContract } from './imports.ts';
import { intentsContract } from './intents.ts';
import { linksContract } from './links.ts';
import { listExportsContract } from './list-exports.ts';
import { lockContract } from './lock.ts';
import { noticesContract } from './notices.ts';
import { onboardingContract } from './onboarding.ts';
import { otherRecordsContract } from './other-records.ts';
import { overviewContract } from './overview.ts';
import { payoutsContract } from './payouts.ts';
import type { BridgePart } from './procedure.ts';
import { profilesContract } from './profiles.ts';
import { reconcileContract } from './reconcile.ts';
import { reportsContract } from './reports.ts';
import { sandboxControlsContract } from './sandbox-controls.ts';
import { savedViewsContract } from './saved-views.ts';
import { searchContract } from './search.ts';
import { timelineContract } from './timeline.ts';
import { tunnelsContract } from './tunnels.ts';
import { unresolvedContract } from './unresolved.ts';
import { updatesContract } from './updates.ts';
import { vaultContract } from './vault.ts';
import { virtualAccountsContract } from './virtual-accounts.ts';
import { webhooksContract } from './webhooks.ts';

export const bridgeContract = {
  vault: vaultContract,
  lock: lockContract,
  backups: backupsContract,
  diagnostics: diagnosticsContract,
  profiles: profilesContract,
  connection: connectionContract,
  links: linksContract,
  customers: customersContract,
  virtualAccounts: virtualAccountsContract,
  bankAccounts: bankAccountsContract,
  changes: changesContract,
  onboarding: onboardingContract,
  addressBook: addressBookContract,
  asOf: asOfContract,
  webhooks: webhooksContract,
  deliveries: deliveriesContract,
  tunnels: tunnelsContract,
  forwarding: forwardingContract,
  timeline: timelineContract,
  payouts: payoutsContract,
  otherRecords: otherRecordsContract,
  reports: reportsContract,
  evidence: evidenceContract,
  reconcile: reconcileContract,
  bulk: bulkContract,
  exports: exportsContract,
  imports: importsContract,
  listExports: listExportsContract,
  depositSheets: depositSheetsContract,
  annotations: annotationsContract,
  intents: intentsContract,
  unresolved: unresolvedContract,
  sandboxControls: sandboxControlsContract,
  audit: auditContract,
  savedViews: savedViewsContract,
  search: searchContract,
  overview: overviewContract,
  notices: noticesContract,
  updates: updatesContract,
} satisfies BridgePart;

/** The bridge as the renderer calls it. */
export type Bridge = ContractRouterClient<typeof bridgeContract>;
