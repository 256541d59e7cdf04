/** Which host opens, and the one sentence that says why it is not Electron. */
import {
  electronBinary,
  electronInstaller,
  type FetchOptions,
  fetchElectron,
} from './electron-binary.ts';
import type { StartOptions } from './options.ts';

export type Choice =
  | { readonly host: 'electron'; readonly binary: string }
  | { readonly host: 'browser'; readonly sentence: string | null };

export interface ChooseOptions {
  readonly root: string;
  readonly asked: Pick<StartOptions, 'browser' | 'port' | 'open' | 'json'>;
  readonly platform: NodeJS.Platform;
  /** Whether a window can be shown; matters on Linux alone. */
  readonly hasDisplay: boolean;
  /** Told before the installer runs. */
  say(line: string): void;
  readonly installer?: FetchOptions;
}

/** Machine of this process, for whoever starts a host in it. */
export const thisMachine: Pick<ChooseOptions, 'platform' | 'hasDisplay'> = {
  platform: process.platform,
  hasDisplay: Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']),
};

const browser = (sentence: string | null): Choice => ({ host: 'browser', sentence });

/** Electron where its binary is here or can be fetched and a window can be shown; else the browser. */
export async function chooseHost(options: ChooseOptions): Promise<Choice> {
  const { root, asked } = options;
  if (asked.browser) return browser(null);
  if (asked.json || asked.port !== null || !asked.open) {
    return browser(
      electronBinary(root) === null
        ? "Electron's binary is not here, so Causeway runs in the browser."
        : 'You asked for a link, so Causeway runs in the browser, not in Electron.',
    );
  }
  if (options.platform === 'linux' && !options.hasDisplay) {
    return browser('Electron has no display here, so Causeway runs in the browser.');
  }
  const binary = electronBinary(root) ?? (await fetchBinary(options));
  return binary === null
    ? browser("Electron's binary cannot be had here, so Causeway runs in the browser.")
    : { host: 'electron', binary };
}

async function fetchBinary({ root, say, installer }: ChooseOptions): Promise<string | null> {
  say("Fetching Electron's binary, once …");
  const fetched = await fetchElectron(installer ?? electronInstaller(root));
  return fetched === 'fetched' ? electronBinary(root) : null;
}
