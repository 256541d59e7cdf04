import { IconFlask } from '@tabler/icons-react';
import { type Feature, screen, screenFile } from '../../app/feature.tsx';
import { sandboxPaths } from './paths.ts';

const sandbox = screenFile(async () => (await import('./sandbox-screen.tsx')).SandboxScreen);

export const sandboxFeature: Feature = {
  paths: sandboxPaths,
  title: 'Sandbox',
  Icon: IconFlask,
  screens: [screen(sandboxPaths.root, sandbox, (section) => ({ section }))],
  areas: { sandboxControls: ['sandbox', 'customers', 'virtual-accounts', 'bank-accounts'] },
  environments: ['built-in', 'sandbox'],
};
