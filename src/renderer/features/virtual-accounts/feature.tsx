import { IconCreditCard } from '@tabler/icons-react';
import { type Feature, screen, screenFile } from '../../app/feature.tsx';
import { useDraftOutcome } from '../../components/draft/use-draft-outcome.tsx';
import { virtualAccountPaths } from './paths.ts';
import { useVirtualAccountDrafts } from './virtual-account-values.ts';

const newVirtualAccount = screenFile(
  async () => (await import('./new-virtual-account-screen.tsx')).NewVirtualAccountScreen,
);
const virtualAccounts = screenFile(
  async () => (await import('./virtual-accounts-screen.tsx')).VirtualAccountsScreen,
);

export const virtualAccountsFeature: Feature = {
  paths: virtualAccountPaths,
  title: 'Virtual accounts',
  Icon: IconCreditCard,
  screens: [
    screen(virtualAccountPaths.new, newVirtualAccount, () => ({})),
    screen(virtualAccountPaths.root, virtualAccounts, (selectedId) => ({ selectedId })),
  ],
  // An account's row names its customer.
  areas: { virtualAccounts: ['virtual-accounts', 'customers', 'annotations'] },
  past: { except: [] },
  actions: [
    {
      title: 'New virtual account',
      href: virtualAccountPaths.new,
      words: 'create add',
      writesToService: true,
    },
  ],
  finds: [{ kind: 'virtualAccount', title: 'Virtual accounts', hrefOf: virtualAccountPaths.one }],
  useNotices: () =>
    useDraftOutcome({
      store: useVirtualAccountDrafts(),
      formPath: virtualAccountPaths.new,
      hrefOf: virtualAccountPaths.one,
      words: {
        created: 'The service created the virtual account.',
        failed:
          'The virtual account was not created, or the outcome is unknown. Your entries are kept.',
      },
    }),
};
