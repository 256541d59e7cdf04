/** What the form of a new virtual account holds: text as it was typed (Interface 4.2). */
import type { VerificationProfileView } from '../../../bridge/customers.ts';
import { formatCriterion } from '../../format/words.ts';
import { createDraftStore } from '../../stores/drafts.ts';
import { pageStore } from '../../stores/made-once.ts';

/** In words, each once, in the order of the service. */
export const neededCriteria = (
  profiles: readonly Pick<VerificationProfileView, 'required'>[],
): string[] => [...new Set(profiles.flatMap(({ required }) => required))].map(formatCriterion);

export interface VirtualAccountValues {
  customerId: string;
  /** How the chosen customer is called, for the review. */
  customerName: string;
  sourceCurrency: string;
  destinationCurrency: string;
  network: string;
  walletAddress: string;
  /** The field held something else after a paste than the clipboard did, and nobody typed since. */
  pasteDiffers: boolean;
  integratorBpsFee: string;
  /** The person confirmed a network that is not known here (decisions 13). */
  confirmsNetwork: boolean;
  /** Keys of what was confirmed in the review, each for that very address, network or fee. */
  confirmed: readonly string[];
  /** The address that main answered for the review; null until it did. */
  reviewedAddress: string | null;
}

export const emptyVirtualAccountValues: VirtualAccountValues = {
  customerId: '',
  customerName: '',
  sourceCurrency: 'USD',
  destinationCurrency: 'USDC',
  network: '',
  walletAddress: '',
  pasteDiffers: false,
  integratorBpsFee: '',
  confirmsNetwork: false,
  confirmed: [],
  reviewedAddress: null,
};

export const useVirtualAccountDrafts = pageStore(({ mintIntentKey }) =>
  createDraftStore(emptyVirtualAccountValues, mintIntentKey, {
    of: ({ customerId }) => customerId,
    again: (values) => ({ ...values, confirmed: [], reviewedAddress: null }),
  }),
);
