/** What people call an environment. */
import type { Environment } from '../../../bridge/profiles.ts';

export const environmentNames: Readonly<Record<Environment, string>> = {
  'built-in': 'Built-in sandbox',
  sandbox: 'Hosted sandbox',
  production: 'Production: real money moves',
};
