import { type Feature, screen, screenFile } from '../../app/feature.tsx';
import { importPaths } from './paths.ts';

const imports = screenFile(async () => (await import('./import-screen.tsx')).ImportScreen);

export const importsFeature: Feature = {
  paths: importPaths,
  title: 'Import',
  screens: [screen(importPaths.root, imports, (part) => ({ part }))],
  areas: { imports: ['imports'] },
  staysOpen: true,
  actions: [
    { title: 'Import customers', href: importPaths.into('customers') },
    { title: 'Import virtual accounts', href: importPaths.into('virtual-accounts') },
    { title: 'Import webhooks', href: importPaths.into('webhooks') },
  ],
};
