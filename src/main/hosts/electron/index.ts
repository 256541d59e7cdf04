/** The Electron program: `out/main/electron.js`. */
import { allowsPrivateTunnels } from '../private-tunnels.ts';
import { readArguments } from './arguments.ts';
import { startElectronHost } from './electron-host.ts';

// A terminal that was closed must not end the program that writes to it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

void startElectronHost({
  // Where nothing is packaged the application's folder is among them, and is passed over.
  given: readArguments(process.argv.slice(1)),
  args: process.argv.slice(1),
  mainFolder: import.meta.dirname,
  platform: process.platform,
  developmentServer: process.env['ELECTRON_RENDERER_URL'] ?? null,
  agentSocket: process.env['SSH_AUTH_SOCK'] ?? null,
  allowPrivateTunnels: allowsPrivateTunnels(process.env),
});
