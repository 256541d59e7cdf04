import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';

/** Chromium as the system offers it, or undefined for the one Playwright brings along. */
export function systemChromium(): string | undefined {
  const named = process.env['CAUSEWAY_CHROMIUM'];
  if (named) return named;
  return existsSync('/usr/bin/chromium') ? '/usr/bin/chromium' : undefined;
}

/**
 * What the specs drive: Debian's shell without a window takes a quarter less processor than the whole
 * browser, by the same engine. The benchmarks want the whole one.
 */
export function headlessChromium(): string | undefined {
  const shell = '/usr/bin/chromium-headless-shell';
  if (process.env['CAUSEWAY_CHROMIUM'] || !existsSync(shell)) return systemChromium();
  return shell;
}

/** Is there any Chromium at all that the specs can drive? */
export function hasChromium(): boolean {
  return existsSync(systemChromium() ?? chromium.executablePath());
}

/** No calls to the outside while testing; root has no user namespace to sandbox in. */
export function chromiumArguments(): string[] {
  return [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
}

/**
 * The Electron binary that `install-electron` fetched, or undefined.
 *
 * Read from disk: requiring the package without a binary would start a download.
 */
export function electronBinary(): string | undefined {
  const home = resolve(import.meta.dirname, '../../node_modules/electron');
  const pathFile = join(home, 'path.txt');
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : 'electron';
  const binary = join(process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(home, 'dist'), name);
  return existsSync(binary) ? binary : undefined;
}
