/** For unit tests: a whole console in a directory of its own, with everything real but the keychain. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isContractProcedure } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import { type Bridge, bridgeContract } from '../../../bridge/contract.ts';
import type { ForwardTargetView } from '../../../bridge/forwarding.ts';
import type { ProfileView } from '../../../bridge/profiles.ts';
import type { TunnelView } from '../../../bridge/tunnels.ts';
import { neededConfirmations } from '../../../contract/addresses/confirmations.ts';
import { type Clock, systemClock } from '../../../platform/clock.ts';
import { randomHex, systemRandom } from '../../../platform/random.ts';
import { ownCalls } from '../../bridge/named-profile.ts';
import { createLog } from '../../core/foundation/log.ts';
import { createMemoryStore, type ListedStore } from '../../core/vault/secret-store.ts';
import type { Console, ConsoleOptions } from '../console.ts';
import { createConsole } from '../create-console.ts';

export interface TestConsole {
  readonly console: Console;
  /** The bridge as the page calls it, without a transport. */
  readonly bridge: Bridge;
  /** The bridge as a program that attaches calls it. */
  readonly attached: Bridge;
}

export interface TestDirectory {
  readonly path: string;
  /** Outlives its consoles. */
  readonly keychain: ListedStore;
  /** Structured log lines of every console in this directory. */
  readonly logged: string[];
  /** Starts a console here. One at a time, like any other process. */
  start(options?: Partial<ConsoleOptions>): Promise<TestConsole>;
  /** Disposes what still runs, and removes everything. */
  remove(): Promise<void>;
}

/** An empty data directory with an in-memory keychain that outlives its consoles. */
export function createTestDirectory(): TestDirectory {
  const path = mkdtempSync(join(tmpdir(), 'causeway-console-'));
  const keychain = createMemoryStore();
  const logged: string[] = [];
  const log = createLog({ level: 'debug', destination: { write: (line) => logged.push(line) } });
  const started: Console[] = [];
  return {
    path,
    keychain,
    logged,
    async start(options = {}) {
      const made = await createConsole({
        dataDir: path,
        host: 'browser',
        version: '0.0.0-test',
        fetch: globalThis.fetch,
        keychain,
        clock: systemClock,
        steady: unhurried(),
        random: systemRandom,
        log,
        pauses: [],
        ...options,
      });
      started.push(made);
      return {
        console: made,
        bridge: createRouterClient(made.router, { context: ownCalls }),
        attached: createRouterClient(made.attachedRouter, { context: ownCalls }),
      };
    },
    async remove() {
      for (const running of started) await running.dispose();
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** Paths of all procedures of the bridge, `area.….procedure`. */
export const procedurePaths = (
  of: object = bridgeContract,
  path: readonly string[] = [],
): string[] =>
  isContractProcedure(of)
    ? [path.join('.')]
    : Object.entries(of).flatMap(([name, part]) => procedurePaths(part, [...path, name]));

/** Each look at it is a second later: whoever reads by it has read what was shown. */
export function unhurried(): Clock {
  let now = 0;
  return { now: () => (now += 1000) };
}

/** A document of main's own, as a person reads it; empty where the ticket is spent or unknown. */
export const documentAt = (
  { console: { secrets } }: Pick<TestConsole, 'console'>,
  path: string | null,
) => secrets.page(path?.split('/').at(-1) ?? '', 'n') ?? '';

/**
 * Presses the button of a document of main's own, as a person who reads it. Resolves to what it says
 * then; empty where the ticket is spent or unknown.
 */
export async function submitDocument(
  running: Pick<TestConsole, 'console'>,
  path: string | null,
  typed: Readonly<Record<string, string>> = {},
): Promise<string> {
  const ticket = path?.split('/').at(-1) ?? '';
  // As a browser does: what stands in fields is posted, too.
  const filled = documentAt(running, path).matchAll(
    /<input type="(?:text|hidden)"(?: name="form-key")? value="([^"]*)"(?: id="[^"]*" name="([^"]+)")?/g,
  );
  const fields = new URLSearchParams({
    ...Object.fromEntries([...filled].map(([, value, name = 'form-key']) => [name, value ?? ''])),
    ...typed,
  });
  return (await running.console.secrets.submit(ticket, fields, 'n')) ?? '';
}

/** Adds a profile without a token, as a person who confirms it. */
export async function addProfile(
  running: Pick<TestConsole, 'console' | 'bridge'>,
  input: Parameters<Bridge['profiles']['add']>[0],
): Promise<ProfileView> {
  await submitDocument(running, (await running.bridge.profiles.add(input)).path);
  const added = (await running.bridge.profiles.list()).find(({ name }) => name === input.name);
  if (added === undefined) throw new Error('The profile was not added.');
  return added;
}

/** Adds a forwarding address, as a person who confirms it. */
export async function addTarget(
  running: Pick<TestConsole, 'console' | 'bridge'>,
  input: Parameters<Bridge['forwarding']['addTarget']>[0],
): Promise<ForwardTargetView> {
  await submitDocument(running, (await running.bridge.forwarding.addTarget(input)).path);
  const targets = await running.bridge.forwarding.targets();
  const added = targets.find(({ name }) => name === input.name);
  if (added === undefined) throw new Error('The address was not added.');
  return added;
}

/** Adds a tunnel, as a person who confirms it; it opens unless it needs a secret first. */
export async function addTunnel(
  running: Pick<TestConsole, 'console' | 'bridge'>,
  settings: Parameters<Bridge['tunnels']['add']>[0],
): Promise<TunnelView> {
  await submitDocument(running, (await running.bridge.tunnels.add(settings)).path);
  const added = (await running.bridge.tunnels.list()).rows.at(-1);
  if (added?.name !== settings.name) throw new Error('The tunnel was not added.');
  return added;
}

/** A keychain that is not there. */
export const noKeychain = () => Promise.reject(new Error('no keychain in this test'));

/** Makes the next calls of a sandbox go wrong (its control plane, /sandbox/faults). */
export async function addFault(
  sandbox: { readonly controlUrl: string; readonly controlToken: string } | null,
  fault: Readonly<Record<string, string | number>>,
): Promise<void> {
  if (sandbox === null) throw new Error('The sandbox does not run.');
  const answer = await fetch(`${sandbox.controlUrl}/faults`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${sandbox.controlToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(fault),
  });
  if (!answer.ok) throw new Error(`The fault was not taken: ${await answer.text()}`);
}

/** A key as the page mints it when a form opens. */
export const newIntentKey = (): string => randomHex(systemRandom, 16);

export const createCustomer = (
  { bridge }: Pick<TestConsole, 'bridge'>,
  email = 'ada@example.com',
  profileId = 'built-in',
) =>
  bridge.customers.create({
    profileId,
    intentKey: newIntentKey(),
    input: { type: 'individual', email },
  });

type AccountCreation = Parameters<Bridge['virtualAccounts']['create']>[0];

/** Creates as a person who read the whole address and confirmed what there is to confirm. */
export async function createReviewed(
  bridge: Pick<Bridge, 'virtualAccounts' | 'addressBook'>,
  { input, ...more }: Omit<AccountCreation, 'intentKey'> & { readonly intentKey?: string },
) {
  const { network, walletAddress: address } = input;
  const checked = await bridge.addressBook.check({ network, address });
  const known = checked.lookAlikes.map(({ id }) => id);
  return await bridge.virtualAccounts.create({
    intentKey: newIntentKey(),
    input,
    reviewedAddress: checked.address,
    confirmations: neededConfirmations(input, known).map(({ key }) => key),
    ...more,
  });
}

/** The words of a new recovery key, as its document shows them. */
export const wordsOn = (html: string): string[] =>
  [...html.matchAll(/<li><span>(\w+)<\/span>/g)].map(([, word = '']) => word);

/** Those of them that a form asks for. */
export const askedWords = (html: string, words: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/name="word-(\d+)"/g)].map(([, place = '']) => [
      `word-${place}`,
      words[Number(place) - 1] ?? '',
    ]),
  );

/** Makes a recovery key, as a person who writes it down; `path`: of a document that shows one already. */
export async function makeRecoveryKey(
  running: Pick<TestConsole, 'console' | 'bridge'>,
  path?: string | null,
): Promise<string[]> {
  const at = path ?? (await running.bridge.vault.makeRecoveryKey()).path;
  const words = wordsOn(documentAt(running, at));
  const asking = await submitDocument(running, at);
  const done = await submitDocument(running, at, askedWords(asking, words));
  if (!done.includes('The recovery key')) throw new Error('The recovery key was not made.');
  return words;
}

/** What checking every entry of the audit log came to. */
export async function verifiedAudit({ bridge }: Pick<TestConsole, 'bridge'>) {
  await bridge.audit.verify();
  for (;;) {
    const { verification } = await bridge.audit.state();
    if (verification !== null && verification.state !== 'running') return verification;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
