/** From arguments to an exit code: attaches to the console that runs, or takes its place. */
import { resolve } from 'node:path';
import { ORPCError } from '@orpc/client';
import type { Bridge } from '../../../../bridge/contract.ts';
import { UsageError } from '../../../../platform/arguments.ts';
import { CannotListen } from './choose-webhook.ts';
import { listen } from './listen.ts';
import { type ListenOptions, listenHelp, parseListenOptions } from './options.ts';

/** A console to listen on. */
export interface ListenConsole {
  readonly bridge: Bridge;
  /** Resolves when it is gone. */
  readonly closed: Promise<void>;
  close(): void | Promise<void>;
}

export interface RunListenOptions {
  readonly args: readonly string[];
  readonly defaultDataDir: string;
  /** Ends it. */
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
  readonly say: (line: string) => void;
  readonly newIntentKey: () => string;
  readonly readPassphrase: (file: string | null) => string | null;
  /** The console that runs on this data directory; null when none does. */
  attach(dataDir: string): Promise<ListenConsole | null>;
  /** A console of our own. */
  open(request: {
    readonly dataDir: string;
    readonly passphrase: string | null;
    readonly ephemeral: boolean;
  }): Promise<ListenConsole>;
  /** What an error of `open` says to a person; null for a surprise. */
  readonly explain: (error: unknown) => string | null;
}

/** 0 ended by a signal, 1 could not listen, 2 asked for wrongly. */
export async function runListen(run: RunListenOptions): Promise<number> {
  const { print, say } = run;
  try {
    const options = parseListenOptions(run.args);
    if (options === null) print(listenHelp);
    return options === null ? 0 : await listenOn(run, options);
  } catch (error) {
    const sentence = sentenceOf(error, run.explain);
    if (sentence === null) throw error;
    say(sentence);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function listenOn(run: RunListenOptions, options: ListenOptions): Promise<number> {
  const { say } = run;
  const { found, isAttached } = await consoleFor(run, options);
  const lost = new AbortController();
  void found.closed.then(() => lost.abort());
  try {
    const signal = AbortSignal.any([run.signal, lost.signal]);
    await listen({ ...run, ...found, options, hasPage: isAttached || !options.ephemeral, signal });
  } catch (error) {
    throw isLocked(error) ? new CannotListen(isAttached ? lockedThere : lockedHere) : error;
  } finally {
    await found.close();
  }
  if (run.signal.aborted || !lost.signal.aborted) return 0;
  say('Causeway stopped.');
  return 1;
}

async function consoleFor(run: RunListenOptions, options: ListenOptions) {
  const dataDir = resolve(options.dataDir ?? run.defaultDataDir);
  const attached = await run.attach(dataDir);
  if (attached !== null) {
    run.say(`Attached to Causeway, which is running on ${dataDir}.`);
    if (options.ephemeral || options.passphraseFile !== null) run.say(asItStands);
    return { found: attached, isAttached: true };
  }
  const passphrase = run.readPassphrase(options.passphraseFile);
  const found = await run.open({ dataDir, passphrase, ephemeral: options.ephemeral });
  return { found, isAttached: false };
}

const asItStands =
  '--passphrase-file and --ephemeral have no effect, because Causeway is already running.';

const isLocked = (error: unknown): boolean => error instanceof ORPCError && error.code === 'LOCKED';
const lockedThere =
  'Causeway is locked, so nothing can be forwarded. Unlock it in its window first.';
const lockedHere =
  'Causeway is locked, so nothing can be forwarded. Open and unlock Causeway and leave it running, or use --passphrase-file FILE. --ephemeral tries it in a sandbox of its own.';

function sentenceOf(error: unknown, explain: RunListenOptions['explain']): string | null {
  if (error instanceof UsageError || error instanceof CannotListen) return error.message;
  // What the bridge declares is a sentence for people.
  if (error instanceof ORPCError) return error.message;
  if (error instanceof Error && error.name === 'PassphraseUnreadable') return error.message;
  return explain(error);
}
