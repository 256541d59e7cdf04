/** The features of a profile, in the order in which they were laid out and are opened. */
import { noFeatures } from '../core/feature/feature.ts';
import { addressBookFeature } from '../features/address-book/feature.ts';
import { bankAccountsFeature } from '../features/bank-accounts/feature.ts';
import { bulkFeature } from '../features/bulk/feature.ts';
import { changesFeature } from '../features/changes/feature.ts';
import { customersFeature } from '../features/customers/feature.ts';
import { companyFeature, depositSheetsFeature } from '../features/deposit-sheets/feature.ts';
import { onboardingFeature } from '../features/onboarding/feature.ts';
import { virtualAccountsFeature } from '../features/virtual-accounts/feature.ts';

export const features = noFeatures<undefined>()
  .add('bankAccounts', bankAccountsFeature)
  .add('changes', changesFeature)
  .add('company', companyFeature)
  .add('addressBook', addressBookFeature)
  .add('customers', customersFeature)
  .add('onboarding', onboardingFeature)
  .add('virtualAccounts', virtualAccountsFeature)
  .add('bulk', bulkFeature)
  .add('depositSheets', depositSheetsFeature);

export type FeatureApis = Awaited<ReturnType<typeof features.open>>;
