/**
 * `npm run dev`: the page reloads hot and main starts again when a file of it changes. The host is
 * chosen as by `npm start`; in the browser host every start of main prints a link of its own, because
 * a start forgets who was let in.
 */
import { Console } from 'node:console';
import { once } from 'node:events';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createLogger, createServer, type InlineConfig } from 'vite';
import { z } from 'zod';
import { UsageError } from '../../../platform/arguments.ts';
import { terminalLines } from '../../../platform/terminal-text.ts';
import { developmentDataDir } from '../default-data-dir.ts';
import { runChild } from './child.ts';
import { chooseHost, thisMachine } from './choose-host.ts';
import { develop } from './develop.ts';

const root = resolve(import.meta.dirname, '../../../..');

const configShape = z.looseObject({
  default: z.looseObject({ renderer: z.looseObject({ root: z.string() }) }),
});

const say = (line: string): void => console.error(terminalLines(line));

async function runBrowserHost(args: readonly string[]): Promise<number> {
  const page = await servePage();
  try {
    return await runMain(page.origin, args);
  } finally {
    await page.close();
  }
}

/** Vite's own server for the page, on a loopback port of its own, by the same configuration. */
async function servePage(): Promise<{ readonly origin: string; close(): Promise<void> }> {
  const file = join(root, 'electron.vite.config.ts');
  const { renderer } = configShape.parse(await import(pathToFileURL(file).href)).default;
  const port = await freePort();
  const server = await createServer({
    ...(renderer as InlineConfig),
    configFile: false,
    // stdout belongs to the link.
    customLogger: createLogger('info', { console: new Console(process.stderr) }),
    root: resolve(root, renderer.root),
    base: '/',
    // Its input is named from the project's root, which is not this server's.
    build: {},
    // Files are asked for by the browser host, under its own address: only hot reload comes here.
    server: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      cors: false,
      hmr: { host: '127.0.0.1', clientPort: port },
    },
  });
  await server.listen();
  // Vite ends the process at once on SIGTERM; main has to stop first.
  process.removeAllListeners('SIGTERM');
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** Known before the server is made, because the page has to be told. */
async function freePort(): Promise<number> {
  const probe = createNetServer();
  await once(probe.listen(0, '127.0.0.1'), 'listening');
  const { port } = probe.address() as AddressInfo;
  await once(probe.close(), 'close');
  return port;
}

function runMain(origin: string, args: readonly string[]): Promise<number> {
  const program = join(root, 'src/main/hosts/browser/dev.ts');
  return runChild(process.execPath, ['--watch', '--watch-preserve-output', program, ...args], {
    CAUSEWAY_DEV_PAGE: origin,
  });
}

try {
  process.exitCode = await develop({
    root,
    args: process.argv.slice(2),
    dataDir: developmentDataDir(),
    choose: (asked) => chooseHost({ ...thisMachine, root, asked, say }),
    runNode: (args) => runChild(process.execPath, args),
    runBrowserHost,
    print: (line) => console.log(line),
    say,
  });
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  say(error.message);
  process.exitCode = 2;
}
