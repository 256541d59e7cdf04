/** The browser host from start to stop, over whatever console and page it is given. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Bridge } from '../../../bridge/contract.ts';
import { browserHostPaths } from '../../../bridge/transport.ts';
import type { Clock } from '../../../platform/clock.ts';
import { writeDurably } from '../../../platform/durable-file.ts';
import { errorCode } from '../../../platform/error-code.ts';
import { type Random, randomHex } from '../../../platform/random.ts';
import type { Stopping } from '../../console/console.ts';
import type { Log } from '../../core/foundation/log.ts';
import type { StartOptions } from '../cli/options.ts';
import { PassphraseUnreadable, readPassphraseFile } from '../passphrase-file.ts';
import { waitingMessage } from '../stop-requests.ts';
import { attachToBridge } from './attach.ts';
import { startControl } from './control.ts';
import { askForLink } from './control-client.ts';
import type { LinePort } from './control-port.ts';
import type { Downloads } from './downloads.ts';
import type { PageFiles } from './page-files.ts';
import type { SecretPages } from './secret-pages.ts';
import { type BrowserServer, startBrowserServer } from './server.ts';
import type { BridgeHandler } from './socket.ts';

const namePattern = /^opening-[0-9a-f]{16}\.html$/;

interface OpenBrowserOptions {
  /** The data directory: its owner's alone. */
  readonly folder: string;
  /** With a code that works once. */
  readonly link: string;
  readonly random: Random;
  /** Opens the system's browser on an address that everybody may read. */
  launch(address: string): Promise<unknown>;
}

/**
 * The system's browser, opened without its link in the list of processes: every user of a machine can
 * read that list, and whoever is first spends the code. The browser gets a file for its owner alone
 * that leads on.
 * Rejects where no browser can be started. The file stays until removeOpenings: it is read later.
 */
export async function openBrowser(options: OpenBrowserOptions): Promise<void> {
  const file = join(options.folder, `opening-${randomHex(options.random, 8)}.html`);
  writeDurably(file, pageTo(options.link));
  try {
    await options.launch(pathToFileURL(file).href);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

/** Takes away what earlier openings left, while the folder is there: a code is good for a minute, and once. */
function removeOpenings(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (namePattern.test(name)) rmSync(join(folder, name), { force: true });
  }
}

/** The page itself is shown to no navigation that another document begins (session.ts, 8). */
const entryOf = (link: string): string => link.replace('/#code=', browserHostPaths.enter);

const pageTo = (link: string): string =>
  [
    '<!doctype html><meta charset="utf-8"><title>Causeway</title>',
    `<meta http-equiv="refresh" content="0;url=${entryOf(link)}">`,
    '<p>Opening Causeway…</p>\n',
  ].join('\n');

/** The console as this host carries it. */
export interface HostedConsole {
  readonly handler: BridgeHandler;
  readonly secrets: SecretPages;
  readonly downloads: Downloads;
  /** Serves the bridge on a port of the control address. */
  attach(port: LinePort): void;
  /** The bridge in this very process. */
  readonly bridge: Bridge;
  /** Tells a second process where this one answers; never a link. */
  announce(url: string): void;
  /** Opens a link to a record in the page; any text. */
  openLink(text: string): void;
  /** Whether a thread still waits for the keychain, and would hold up the end of the process. */
  isKeychainSilent(): boolean;
  /** Closes everything, once writes under way have their answer, or somebody hurries. */
  dispose(stopping?: Stopping): Promise<void>;
}

export interface ConsoleRequest {
  readonly dataDir: string;
  readonly passphrase: string | null;
  readonly ephemeral: boolean;
}

export interface ProgramOptions {
  readonly options: StartOptions;
  readonly defaultDataDir: string;
  readonly platform: NodeJS.Platform;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  openConsole(request: ConsoleRequest): Promise<HostedConsole>;
  loadPage(): Promise<PageFiles>;
  /** Opens the system's browser on an address that nobody has to keep to themselves. */
  launchBrowser(address: string): Promise<void>;
  /** stdout. */
  print(line: string): void;
  /** stderr. */
  say(line: string): void;
  /** What an error of openConsole says to a person; null for a surprise. */
  explain(error: unknown): Explanation | null;
}

export interface Explanation {
  readonly sentence: string;
  /** Another process holds the data directory. */
  readonly isHeld: boolean;
}

export interface Running {
  /** Prints a fresh link. */
  printLink(): void;
  isKeychainSilent(): boolean;
  /** Once, however often it is asked for; an aborted `hurry` ends the wait for writes under way. */
  stop(hurry?: AbortSignal): Promise<void>;
}

/** Starts; resolves to the running program, or to the exit code of one that could not. */
export async function startProgram(program: ProgramOptions): Promise<Running | number> {
  const { options, say } = program;
  const dataDir = resolve(options.dataDir ?? program.defaultDataDir);
  try {
    return await start(program, dataDir);
  } catch (error) {
    const explained = explain(program, error);
    if (explained === null) throw error;
    if (explained.isHeld && (await showHolder(program, dataDir))) return 0;
    say(explained.sentence);
    return 1;
  }
}

async function start(program: ProgramOptions, dataDir: string): Promise<Running> {
  const { options, platform } = program;
  const passphrase = readPassphraseFile(options.passphraseFile);
  const page = await program.loadPage();
  const hosted = await program.openConsole({ dataDir, passphrase, ephemeral: options.ephemeral });
  const opened: { close(): Promise<void> }[] = [];
  const stop = async (hurry?: AbortSignal) => {
    for (const part of opened.toReversed()) await part.close();
    const onWaiting = () => program.say(waitingMessage);
    await hosted.dispose(hurry === undefined ? { onWaiting } : { onWaiting, hurry });
  };
  try {
    const server = await startBrowserServer(options.port, { ...program, ...hosted, dataDir, page });
    opened.push(server);
    const freshLink = () => server.freshLink();
    const { random } = program;
    const control = { dataDir, platform, random, freshLink, serve: hosted.attach };
    opened.push((await startControl(control)) ?? { close: async () => undefined });
    opened.push({ close: async () => removeOpenings(dataDir) });
    removeOpenings(dataDir);
    hosted.announce(server.origin);
    if (options.link !== null) hosted.openLink(options.link);
    await greet(program, dataDir, server);
    return {
      printLink: () => program.print(freshLink()),
      isKeychainSilent: () => hosted.isKeychainSilent(),
      stop: once(stop),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function greet(
  program: ProgramOptions,
  dataDir: string,
  server: BrowserServer,
): Promise<void> {
  const { options, print } = program;
  const url = server.freshLink();
  if (options.json) print(JSON.stringify({ url, dataDir }));
  else
    print(
      `Causeway is open at ${url}\nThe link works once, for a minute, in a browser built on Chromium. Data: ${dataDir}`,
    );
  // A link works once, so the browser gets one of its own.
  if (options.open) await open(program, dataDir, server.freshLink());
}

async function open(
  { random, launchBrowser: launch, say }: ProgramOptions,
  folder: string,
  link: string,
): Promise<void> {
  await openBrowser({ folder, link, random, launch }).catch(() =>
    say('No browser can be opened here. Open the link yourself.'),
  );
}

/** Leads to the holder's console; false where it gives no link. */
async function showHolder(program: ProgramOptions, dataDir: string): Promise<boolean> {
  const { options, print } = program;
  const url = await askForLink(dataDir);
  if (url === null) return false;
  if (options.link !== null) await handOver(dataDir, options.link);
  if (options.json) print(JSON.stringify({ url, dataDir }));
  else print(`Causeway is already running on ${dataDir}. A fresh link to it: ${url}`);
  if (!options.open) return true;
  // A link works once, so the browser gets one of its own.
  await open(program, dataDir, (await askForLink(dataDir)) ?? url);
  return true;
}

/** The first start's page opens the link. */
async function handOver(dataDir: string, text: string): Promise<void> {
  const attached = await attachToBridge(dataDir);
  await attached?.bridge.links.open({ text }).finally(attached.close);
}

function explain(
  { options, explain: explainConsole }: ProgramOptions,
  error: unknown,
): Explanation | null {
  if (error instanceof PassphraseUnreadable) return { sentence: error.message, isHeld: false };
  if (errorCode(error) === 'EADDRINUSE') {
    const sentence = `Port ${options.port} is in use by another program. Choose another with --port, or 0 for any.`;
    return { sentence, isHeld: false };
  }
  return explainConsole(error);
}

/** However often a person asks to stop, it is done once. */
function once<Given>(work: (given?: Given) => Promise<void>): (given?: Given) => Promise<void> {
  let done: Promise<void> | undefined;
  return (given) => {
    done ??= work(given);
    return done;
  };
}
