import { IconUsers } from '@tabler/icons-react';
import { type Feature, screen, screenFile } from '../../app/feature.tsx';
import { useDraftOutcome } from '../../components/draft/use-draft-outcome.tsx';
import { useCustomerDrafts } from './customer-values.ts';
import { CustomersScreen } from './customers-screen.tsx';
import { customerPaths } from './paths.ts';
import { customerTexts } from './texts.ts';

const newCustomer = screenFile(
  async () => (await import('./new-customer-screen.tsx')).NewCustomerScreen,
);
/** Where a page usually opens: it comes with the page. */
const customers = { Screen: CustomersScreen, load: async () => {} };

export const customersFeature: Feature = {
  paths: customerPaths,
  title: customerTexts.title,
  Icon: IconUsers,
  screens: [
    screen(customerPaths.new, newCustomer, () => ({})),
    screen(customerPaths.root, customers, (selectedId) => ({ selectedId })),
  ],
  // A customer's row counts the virtual accounts.
  areas: { customers: ['customers', 'virtual-accounts', 'annotations'] },
  past: { except: [] },
  useNotices: () =>
    useDraftOutcome({
      store: useCustomerDrafts(),
      formPath: customerPaths.new,
      hrefOf: customerPaths.one,
      words: customerTexts.outcome,
    }),
};
