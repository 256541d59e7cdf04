/**
 * The bridge: all that the renderer may ask of main. Inputs and outputs are both parsed; failures
 * are declared (errors.ts). The renderer imports types from here and nothing else at run time.
 */
import type { ContractRouterClient } from '@orpc/contract';
import { addressBookContract } from './address-book.ts';
import { annotationsContract } from './annotations.ts';
import { asOfContract } from './as-of.ts';
import { auditContract } from './audit.ts';
import { bankAccountsContract } from './bank-accounts.ts';
import { bulkContract } from './bulk-contract.ts';
import { driftContract } from './changes.ts';
import { connectionContract } from './connection.ts';
import { customersContract } from './customers.ts';
import { deliveriesContract } from './deliveries.ts';
import { sheetsContract } from './deposit-sheets.ts';
import { filesContract } from './exports.ts';
import { forwardsContract } from './forwarding.ts';
import { importsContract } from './imports.ts';
import { intentsContract } from './intents.ts';
import { listsContract } from './list-exports.ts';
import { queueContract } from './onboarding.ts';
import { profilesContract } from './profiles.ts';
import { timelineContract } from './timeline.ts';
import { tunnelsContract } from './tunnels.ts';
import { settlingContract } from './unresolved.ts';
import { changesContract } from './updates.ts';
import { vaultContract } from './vault.ts';
import { virtualAccountsContract } from './virtual-accounts.ts';
import { webhooksContract } from './webhooks.ts';

export const bridgeContract = {
  vault: vaultContract,
  profiles: profilesContract,
  connection: connectionContract,
  customers: customersContract,
  virtualAccounts: virtualAccountsContract,
  bankAccounts: bankAccountsContract,
  drift: driftContract,
  queue: queueContract,
  addressBook: addressBookContract,
  asOf: asOfContract,
  webhooks: webhooksContract,
  deliveries: deliveriesContract,
  tunnels: tunnelsContract,
  forwards: forwardsContract,
  timeline: timelineContract,
  bulk: bulkContract,
  files: filesContract,
  imports: importsContract,
  lists: listsContract,
  sheets: sheetsContract,
  annotations: annotationsContract,
  intents: intentsContract,
  settling: settlingContract,
  audit: auditContract,
  changes: changesContract,
};

/** The bridge as the renderer calls it. */
export type Bridge = ContractRouterClient<typeof bridgeContract>;
