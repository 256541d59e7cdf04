import { IconBuildingBank } from '@tabler/icons-react';
import { type Feature, screen, screenFile } from '../../app/feature.tsx';
import { bankAccountPaths } from './paths.ts';

const bankAccounts = screenFile(
  async () => (await import('./bank-accounts-screen.tsx')).BankAccountsScreen,
);

export const bankAccountsFeature: Feature = {
  paths: bankAccountPaths,
  title: 'Bank accounts',
  Icon: IconBuildingBank,
  screens: [screen(bankAccountPaths.root, bankAccounts, (selectedId) => ({ selectedId }))],
  areas: { bankAccounts: ['bank-accounts', 'customers', 'annotations'] },
  past: { except: [] },
  actions: [{ title: 'Look up bank account', href: bankAccountPaths.lookUp }],
  finds: [{ kind: 'bankAccount', title: 'Bank accounts', hrefOf: bankAccountPaths.one }],
};
