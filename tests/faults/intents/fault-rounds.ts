/**
 * Faults before, during and after the request, and kill -9 of the writer among them, through the real
 * write path against the sandbox. What must hold:
 * - the sandbox never holds two accounts of one intent, unless a person chose to send it again;
 * - every intent ends settled or unknown, and one that is settled as created is at the sandbox;
 * - every unknown one can be settled: as what the sandbox holds, or as not there;
 * - each account at the sandbox is one intent's in the end, and the audit log fits.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { seeded } from '../../../src/contract/testing/seeded.ts';
import { verifyLog } from '../../../src/main/core/audit/verify-log.ts';
import { openResolutions } from '../../../src/main/core/intents/resolutions.ts';
import type { IntentState } from '../../../src/main/core/intents/types.ts';
import { createPossibleMatches } from '../../../src/main/features/unresolved/possible-matches.ts';
import { createUnresolved } from '../../../src/main/features/unresolved/unresolved.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { startSandbox } from '../../../src/sandbox/testing/harness.ts';
import { type BatchReport, endedByKill, tooFewLanded } from '../proof.ts';
import { keyOfWrite, walletOf } from './faulty-writes.ts';
import { openJournal } from './journal.ts';
import { drawFault, type ServiceFault } from './service-faults.ts';

type Service = Awaited<ReturnType<typeof startSandbox>>;

export interface FaultRounds {
  readonly directory: string;
  readonly faults: number;
  readonly seed: number;
}

/** Short, so that a proof of thousands ends. */
const writeMs = 200;
/** Without a fault every answer comes, however long a busy machine takes. */
const patientMs = 30_000;

/** Nobody listens there. */
const nobody = 'http://127.0.0.1:2';

export async function faultRounds({ directory, faults, seed }: FaultRounds): Promise<BatchReport> {
  await using service = await startSandbox();
  const made = await service.post('/v2/customer', { type: 'individual' });
  const customerId = String(made.body.id);
  const draw = seeded(seed);
  const states = new Map<string, number>();
  let kills = 0;
  let landed = 0;
  let writer = await startWriter(directory, service, customerId);
  try {
    for (let number = 1; number <= faults; number++) {
      const fault = drawFault(draw);
      await service.control('DELETE', '/faults');
      if (fault.rule !== null) await service.control('POST', '/faults', { ...fault.rule });
      const state = await writer.write(number, fault);
      if (state === 'killed' || state === 'killed late') {
        kills += 1;
        if (state === 'killed') landed += 1;
        writer = await startWriter(directory, service, customerId);
      } else states.set(state, (states.get(state) ?? 0) + 1);
    }
  } finally {
    await writer.end();
  }
  await service.control('DELETE', '/faults');
  // What was delayed is done by then, although nobody waits for it any more.
  await new Promise((resolve) => setTimeout(resolve, 600));
  const found = await settleAll({ directory, service, faults, draw, customerId });
  const { breaches, ...figures } = found;
  breaches.push(...tooFewLanded(landed, kills));
  return {
    figures: { faults, kills, 'in the write': landed, ...Object.fromEntries(states), ...figures },
    breaches,
  };
}

interface Settled {
  readonly breaches: string[];
  readonly 'found to exist': number;
  readonly 'found not to': number;
  readonly 'sent again': number;
}

async function settleAll(parts: {
  readonly directory: string;
  readonly service: Service;
  readonly faults: number;
  readonly draw: () => number;
  readonly customerId: string;
}): Promise<Settled> {
  const { directory, service, faults, draw, customerId } = parts;
  const breaches: string[] = [];
  const accounts = await accountsByWallet(service);
  const absent: number[] = [];
  let exists = 0;
  const journal = openJournal(directory);
  try {
    const { sqlite, intents } = journal;
    intents.recover();
    const resolutionLog = openResolutions({ sqlite, clock: systemClock, by: () => 'proof' });
    const settling = createUnresolved({
      ...journal,
      resolutionLog,
      proposals: createPossibleMatches({ ...journal, resolutionLog, clock: systemClock }),
      clock: systemClock,
      notify: () => undefined,
      sendAgainBlocked: () => null,
      resolveBlocked: () => null,
      rowOfRequest: () => null,
    });
    for (let number = 1; number <= faults; number++) {
      const key = keyOfWrite(number);
      const ids = accounts.get(walletOf(number)) ?? [];
      const state = intents.get(key)?.state;
      const breach = breachOf(state, ids.length);
      if (breach !== null) breaches.push(`${number}: ${breach}`);
      if (state !== 'unknown') continue;
      const [id] = ids;
      if (id === undefined) {
        settling.absent({ key, seen: [], knownAt: null });
        absent.push(number);
      } else {
        settling.exists({ key, knownAt: null, answer: { id }, isPossibleMatch: false, read: [] });
        exists += 1;
      }
    }
    const { total } = intents.list({ state: 'unknown', offset: 0, limit: 1 });
    if (total > 0) breaches.push(`${total} could not be settled`);
  } finally {
    journal.sqlite.close();
  }
  // A person chooses.
  const again = absent.filter(() => draw() < 0.5);
  breaches.push(...(await sendAgain({ directory, service, customerId, again })));
  return {
    breaches,
    'found to exist': exists,
    'found not to': absent.length,
    'sent again': again.length,
  };
}

/** What does not hold between the journal and the service; null when all does. */
function breachOf(state: IntentState | undefined, accounts: number): string | null {
  if (accounts > 1) return `${accounts} accounts of one intent`;
  switch (state) {
    case undefined:
      // A writer that was killed before the journal has sent nothing.
      return accounts > 0 ? 'sent, not journalled' : null;
    case 'created':
      return accounts === 1 ? null : 'created, and the service has none';
    case 'refused':
    case 'not-sent':
      return accounts === 0 ? null : `${state}, and the service has one`;
    case 'unknown':
      return null;
    default:
      return `ended as ${state}`;
  }
}

/** By a person's choice, without a fault: each is one account then, and names what it repeats. */
async function sendAgain(parts: {
  readonly directory: string;
  readonly service: Service;
  readonly customerId: string;
  readonly again: readonly number[];
}): Promise<string[]> {
  const { directory, service, customerId, again } = parts;
  const breaches: string[] = [];
  const writer = await startWriter(directory, service, customerId, patientMs);
  try {
    for (const number of again) {
      const state = await writer.write(number, null);
      if (state !== 'created') breaches.push(`${number}: sent again, and is ${state}`);
    }
  } finally {
    await writer.end();
  }
  return [...breaches, ...(await breachesAtTheEnd(directory, service, again))];
}

/** Every account is one intent's by now, and what was sent again says what it repeats. */
async function breachesAtTheEnd(
  directory: string,
  service: Service,
  again: readonly number[],
): Promise<string[]> {
  const accounts = await accountsByWallet(service);
  const { sqlite, intents } = openJournal(directory);
  try {
    const resolutionLog = openResolutions({ sqlite, clock: systemClock, by: () => 'proof' });
    const unnamed = again.filter(
      (number) => intents.get(keyOfWrite(number, 1))?.repeats !== keyOfWrite(number),
    );
    const doubled = [...accounts.values()].filter((ids) => ids.length > 1);
    const nobodys = [...accounts.values()]
      .flat()
      .filter((id) => resolutionLog.claimantOf(id) === null);
    return [
      ...unnamed.map((number) => `${number}: sent again without a name`),
      ...doubled.map((ids) => `${ids.join(', ')} are one intent's`),
      ...nobodys.map((id) => `${id} is no intent's`),
      ...(verifyLog(sqlite).brokenAt === null ? [] : ['the audit log is broken']),
    ];
  } finally {
    sqlite.close();
  }
}

async function accountsByWallet(service: Service): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  let before = '';
  for (;;) {
    const { body } = await service.control('GET', `/list/virtual-accounts?limit=1000${before}`);
    for (const { record } of body.items) {
      const wallet = String(record.destination.walletAddress);
      found.set(wallet, [...(found.get(wallet) ?? []), String(record.id)]);
    }
    if (body.next === null || body.next === undefined) return found;
    before = `&before=${body.next}`;
  }
}

interface Writer {
  /**
   * The state that the intent came to; `killed` when the writer was killed meanwhile, `killed late` when
   * the intent had come to its state before. No fault: sent again.
   */
  write(number: number, fault: ServiceFault | null): Promise<string>;
  end(): Promise<void>;
}

async function startWriter(
  directory: string,
  service: Service,
  customerId: string,
  ms = writeMs,
): Promise<Writer> {
  const script = fileURLToPath(new URL('./faulty-writer.ts', import.meta.url));
  const told = [directory, service.sandbox.baseUrl, customerId, String(ms)];
  const child = spawn(process.execPath, [script, ...told], { stdio: ['pipe', 'pipe', 'inherit'] });
  // No argument: those of a process are anybody's to read.
  child.stdin.write(`${service.sandbox.token}\n`);
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string | null> => {
    const line = await lines.next();
    return line.done === true ? null : line.value;
  };
  if ((await next()) !== 'ready') throw new Error('The writer ended by itself.');
  return {
    async write(number, fault) {
      const repeats = fault === null ? keyOfWrite(number) : '-';
      const url = fault?.isUnreachable ? nobody : '-';
      child.stdin.write(`${number} ${repeats} ${url}\n`);
      const { killAfterMs } = fault ?? { killAfterMs: null };
      if (killAfterMs !== null) {
        await new Promise((resolve) => setTimeout(resolve, killAfterMs));
        child.kill('SIGKILL');
        await endedByKill(ended, 'The writer');
        return (await next()) === null ? 'killed' : 'killed late';
      }
      const line = await next();
      if (line === null) throw new Error('The writer ended by itself.');
      return line.split(' ')[1] ?? '';
    },
    async end() {
      child.stdin.end();
      if (child.exitCode === null && child.signalCode === null) await ended;
    },
  };
}
