/**
 * A host that is killed while customers are created over its bridge, and opened again, over and over
 * on one data directory. What must hold each time:
 * - every customer that was acknowledged is there, and none is there twice;
 * - an intent that was acknowledged gives the same customer when it is sent again;
 * - one that was not is created once, or unknown, or never left; nothing is still under way.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bridge } from '../../../src/bridge/contract.ts';
import { seeded } from '../../../src/contract/testing/seeded.ts';
import { type ConsoleProcess, startConsole } from '../../support/console-process.ts';
import { endedByKill, tooFewLanded } from '../proof.ts';
import { openBridge } from './bridge-client.ts';

export interface KillReport {
  readonly kills: number;
  /** Kills with a create under way. */
  readonly landed: number;
  readonly acknowledged: number;
  /** Intents whose outcome nobody knows after the kill. */
  readonly unknown: number;
  readonly breaches: readonly string[];
}

interface Create {
  readonly intentKey: string;
  readonly email: string;
  /** null: not acknowledged. */
  id: string | null;
}

/** Creates under way at one time. */
const atOnce = 4;
const pageSize = 200;

/** Needs the built program. */
export async function killRounds(options: {
  readonly directory: string;
  readonly rounds: number;
  readonly seed: number;
}): Promise<KillReport> {
  const draw = seeded(options.seed);
  const passphraseFile = join(options.directory, 'passphrase');
  await writeFile(passphraseFile, 'a proof keeps no secret', { mode: 0o600 });
  const dataDir = join(options.directory, 'data');
  const start = () => startConsole({ dataDir, args: ['--passphrase-file', passphraseFile] });
  const creates: Create[] = [];
  const breaches: string[] = [];
  let unknown = 0;
  let landed = 0;
  let host = await start();
  try {
    let bridge = await openBridge(host);
    for (let round = 1; round <= options.rounds; round++) {
      const target = Math.floor(draw() * 10);
      const made = await createUntilKilled(host, bridge, { round, target });
      creates.push(...made);
      if (made.some(({ id }) => id === null)) landed += 1;
      host = await start();
      bridge = await openBridge(host);
      const found = await inspect(bridge, creates, made);
      unknown = found.unknown;
      breaches.push(...found.breaches.map((breach) => `round ${round}: ${breach}`));
    }
    const acknowledged = creates.filter(({ id }) => id !== null).length;
    breaches.push(...tooFewLanded(landed, options.rounds));
    return { kills: options.rounds, landed, acknowledged, unknown, breaches };
  } finally {
    await host.stop('SIGKILL');
  }
}

/** Kills the host with that many answers; 0 kills it while the first creates are under way. */
async function createUntilKilled(
  host: ConsoleProcess,
  bridge: Bridge,
  { round, target }: { readonly round: number; readonly target: number },
): Promise<Create[]> {
  const made: Create[] = [];
  let answered = 0;
  let killed: Promise<void> | null = null;
  const kill = async (): Promise<void> => {
    void host.stop('SIGKILL');
    await endedByKill(host.closed, 'The console');
  };
  const work = async (): Promise<void> => {
    while (killed === null) {
      const number = round * 10_000 + made.length;
      const create: Create = {
        intentKey: number.toString(16).padStart(32, '0'),
        email: `customer.${number}@example.com`,
        id: null,
      };
      made.push(create);
      const { intentKey, email } = create;
      const calling = bridge.customers.create({
        profileId: 'built-in',
        intentKey,
        input: { type: 'individual', email },
      });
      if (target === 0 && made.length === atOnce) killed = kill();
      create.id = (await calling).id;
      answered += 1;
      if (answered >= target) killed ??= kill();
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: atOnce }, work));
  if (killed === null) throw new Error(`No kill: ${JSON.stringify(outcomes[0])}`);
  await killed;
  return made;
}

async function inspect(
  bridge: Bridge,
  creates: readonly Create[],
  made: readonly Create[],
): Promise<{ readonly breaches: string[]; readonly unknown: number }> {
  const breaches: string[] = [];
  const check = (holds: boolean, breach: string) => {
    if (!holds) breaches.push(breach);
  };
  const rows = await everyCustomer(bridge);
  const emails = new Map(rows.map(({ id, email }) => [email, id]));
  check(emails.size === rows.length, `${rows.length - emails.size} customers are there twice`);
  for (const { email, id } of creates) {
    if (id !== null) check(emails.get(email) === id, `${email} was acknowledged and is not there`);
  }
  const again = made.find(({ id }) => id !== null);
  if (again !== undefined) {
    const { intentKey, email } = again;
    const { id } = await bridge.customers.create({
      profileId: 'built-in',
      intentKey,
      input: { type: 'individual', email },
    });
    check(id === again.id, `${email} is another customer when its intent is sent again`);
  }
  const { intents } = bridge;
  check((await intents.list({ state: 'journalled' })).total === 0, 'something is still under way');
  const created = (await intents.list({ state: 'created', limit: 1 })).total;
  check(created === rows.length, `${created} intents made ${rows.length} customers`);
  check((await everyCustomer(bridge)).length === rows.length, 'a customer came without a create');
  await bridge.audit.verify();
  let { verification, alarm } = await bridge.audit.state();
  while (verification?.state === 'running') {
    ({ verification, alarm } = await bridge.audit.state());
  }
  check(verification?.state === 'intact', `the audit log is ${JSON.stringify(verification)}`);
  check(alarm === null, `the audit log does not fit its anchor: ${JSON.stringify(alarm)}`);
  return { breaches, unknown: (await intents.list({ state: 'unknown', limit: 1 })).total };
}

async function everyCustomer(bridge: Bridge) {
  const rows: { readonly id: string; readonly email: string | null }[] = [];
  for (;;) {
    const page = await bridge.customers.list({ offset: rows.length, limit: pageSize });
    rows.push(...page.rows);
    if (page.rows.length < pageSize) return rows;
  }
}
