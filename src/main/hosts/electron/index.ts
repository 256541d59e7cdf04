/** The Electron program: `out/main/electron.js`. */
import { terminalText } from '../../../platform/terminal-text.ts';
import { requireUnpacked } from '../../../platform/unpacked.ts';
import { allowsPrivateTunnels } from '../private-tunnels.ts';
import { readArguments } from './arguments.ts';
import { fail } from './fail.ts';

// A terminal that was closed must not end the program that writes to it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

// Where nothing is packaged the application's folder is among them, and is passed over.
const args = process.argv.slice(1);
const given = readArguments(args);
try {
  requireUnpacked(import.meta.url);
  // Not before: it loads what lies outside the archive. Electron waits for it before it is ready.
  const { startElectronHost } = await import('./electron-host.ts');
  void startElectronHost({
    given,
    args,
    mainFolder: import.meta.dirname,
    platform: process.platform,
    developmentServer: process.env['ELECTRON_RENDERER_URL'] ?? null,
    agentSocket: process.env['SSH_AUTH_SOCK'] ?? null,
    allowPrivateTunnels: allowsPrivateTunnels(process.env),
  });
} catch (error) {
  process.stderr.write(`${terminalText(String(error))}\n`);
  await fail(error, null, given.smoke);
}
