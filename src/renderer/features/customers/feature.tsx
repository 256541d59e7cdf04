import { IconUsers } from '@tabler/icons-react';
import { type Feature, screen, screenFile } from '../../app/feature.tsx';
import { useDraftOutcome } from '../../components/draft/use-draft-outcome.tsx';
import { useCustomerDrafts } from './customer-values.ts';
import { customerPaths } from './paths.ts';
import { customerTexts } from './texts.ts';

const newCustomer = screenFile(
  async () => (await import('./new-customer-screen.tsx')).NewCustomerScreen,
);
const customers = screenFile(async () => (await import('./customers-screen.tsx')).CustomersScreen);

export const customersFeature: Feature = {
  paths: customerPaths,
  title: customerTexts.title,
  Icon: IconUsers,
  screens: [
    screen(customerPaths.new, newCustomer, () => ({})),
    screen(customerPaths.root, customers, (selectedId) => ({ selectedId })),
  ],
  // A customer's row counts the virtual accounts.
  areas: { customers: ['customers', 'virtual-accounts', 'annotations'], erasures: ['customers'] },
  past: { except: [] },
  actions: [
    { title: 'New customer', href: customerPaths.new, words: 'create add', writesToService: true },
  ],
  finds: [{ kind: 'customer', title: customerTexts.title, hrefOf: customerPaths.one }],
  useNotices: () =>
    useDraftOutcome({
      store: useCustomerDrafts(),
      formPath: customerPaths.new,
      hrefOf: customerPaths.one,
      words: customerTexts.outcome,
    }),
};
