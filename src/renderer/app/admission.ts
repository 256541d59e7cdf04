/**
 * The first file of the page that runs (electron.vite.config.ts), while all others are still being
 * fetched: what takes round trips begins here. null in the Electron host, which lets in otherwise.
 */
import { overviewPaths } from '../features/overview/paths.ts';
import { admit, isElectronPage } from './bridge/admit.ts';

export const admission = isElectronPage(location.href)
  ? Promise.resolve(null)
  : admit(window, overviewPaths.root);
