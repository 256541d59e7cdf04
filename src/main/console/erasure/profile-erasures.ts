/**
 * Erasing in the files of one profile, while nothing else has them open:
 *
 *     asked ──one transaction: the mark, all rows, the entry of the log──▶ stored
 *     stored ──list written, timeline and exports removed, inbox rewritten, state of the sandbox reduced,
 *              free pages emptied──▶ finished
 *
 * What was stored is finished at the next opening before anything is read, so a kill leaves all or nothing.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { type Clock, isoNow } from '../../../platform/clock.ts';
import { removeDurably, removeTree } from '../../../platform/durable-file.ts';
import { readJson } from '../../../platform/json-column.ts';
import { keepAside } from '../../../platform/keep-aside.ts';
import { overwrite } from '../../../platform/overwrite.ts';
import { nextTurn } from '../../../platform/slices.ts';
import type { Sqlite } from '../../../platform/sqlite.ts';
import { databaseFileName } from '../../../sandbox/index.ts';
import { openAudit } from '../../core/audit/audit.ts';
import type { SigningKey } from '../../core/audit/signing.ts';
import type { Person } from '../../core/audit/types.ts';
import type { Log } from '../../core/foundation/log.ts';
import { createErasedBodies } from '../../core/records/erased/erased-bodies.ts';
import { type Erasure, openErasedSubjects } from '../../core/records/erased/erased-subjects.ts';
import { chosenFields } from '../../features/payouts/choices.ts';
import { removeIndex } from '../../features/timeline/index/open-index.ts';
import { inboxKeysOf } from '../../features/webhooks/inbox/sealing.ts';
import type { Inbox } from '../../features/webhooks/inbox/types.ts';
import {
  noteErasedDelivery,
  rewriteErased,
} from '../../features/webhooks/intake/rewrite-erased.ts';
import { sandboxKeyOf } from '../data-keys/keyed-files.ts';
import type { DatabaseFile } from '../database-file.ts';
import type { FileProblems } from '../file-problems.ts';
import type { RunErase, Surveyed } from './erase-records.ts';
import {
  copyLedgerFile,
  entriesOf,
  erasuresIn,
  LedgerDamaged,
  ledgerBeside,
  ledgerName,
  mergedEntries,
  readLedger,
  restoredLedgerName,
  writeLedger,
} from './ledger.ts';
import type { SweptCounts } from './sweep.ts';
import { foundUnderWay } from './under-way.ts';

export interface ProfileErasuresParts {
  readonly dataDir: string;
  readonly installationId: string;
  readonly profileId: string;
  /** The profile's own. */
  readonly directory: string;
  readonly database: DatabaseFile;
  /** Over the same file, while no other connection is open. */
  readonly sqlite: Sqlite;
  /** null while deliveries can't be received: then it is finished later. */
  readonly inbox: Pick<Inbox, 'rewrite' | 'scrub' | 'content' | 'waiting'> | null;
  readonly signing: Pick<SigningKey, 'publicKey' | 'sign'>;
  /** Where backups go; null where none are made. */
  readonly backupFolder: () => string | null;
  readonly person: () => Person | null;
  readonly run: RunErase;
  /** Aborted when it is to be cut off. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  readonly onProblem: FileProblems['note'];
}

/** The reason names the person: it stays, so it must not. */
export class ReasonNamesPerson extends Error {
  override readonly name = 'ReasonNamesPerson';
}

/** Says what needs the data yet. */
export class UnderWay extends Error {
  override readonly name = 'UnderWay';
}

/** Apart from the rows, in the order in which they are done. */
const partNames = ['inbox', 'sandbox', 'pages'] as const;
export type Part = (typeof partNames)[number];
const partList = z.array(z.enum(['rows', ...partNames]));

/** What an erasure reached, and parts that wait for the next opening. */
export interface Erased extends SweptCounts {
  readonly left: readonly Part[];
}

const fileOf: Readonly<Record<Part, (profileId: string) => string>> = {
  inbox: () => 'inbox.db',
  sandbox: (id) => `profiles/${id}/sandbox/${databaseFileName}`,
  pages: (id) => `profiles/${id}/records.db`,
};
const notErased =
  'The file still holds personal data of an erased customer, because it could not be opened or written. Causeway erases the data when the profile next opens.';

export function createProfileErasures(parts: ProfileErasuresParts) {
  const { sqlite, database, inbox, run, clock, log, dataDir, directory } = parts;
  const own = join(dataDir, ledgerName);
  const restored = join(dataDir, restoredLedgerName);

  let isRestoredRead = true;

  /** null where it can't be read, or another installation signed it. */
  const read = (file: string) => {
    try {
      return readLedger(file, knownKeys(sqlite, parts.signing.publicKey));
    } catch (error) {
      if (!(error instanceof LedgerDamaged)) throw error;
      log.warn({ err: error }, 'a list of erasures could not be read');
      return null;
    }
  };
  /** What this database knows is written again; the rest may be in the file that is kept. */
  const readOwn = () => {
    const entries = read(own);
    if (entries !== null) return entries;
    const keptAs = basename(keepAside(own, readFileSync(own), clock));
    removeDurably(own);
    const sentence = `The list was changed or damaged. Causeway kept it as ${keptAs} and adds the erasures of each profile to a new list when the profile opens.`;
    parts.onProblem(ledgerName, sentence);
    return [];
  };
  const readRestored = () => {
    const entries = read(restored);
    isRestoredRead = entries !== null;
    if (entries === null) {
      const sentence =
        'The list was changed or damaged, so Causeway can’t tell who was erased since the backup. Restore the list as it was, or delete it and erase those customers again.';
      parts.onProblem(restoredLedgerName, sentence);
    }
    return entries ?? [];
  };

  /** The backups' copy may lag behind: it is written again with the next backup. */
  const writeLedgers = (): void => {
    // First: of the same, its words may have been swept since.
    const mine = entriesOf(openErasedSubjects(sqlite).list(), database.sealKey);
    const entries = mergedEntries(mine, readOwn(), readRestored());
    if (entries.length === 0) return;
    writeLedger(own, entries, parts.signing);
    if (isRestoredRead) rmSync(restored, { force: true });
    const folder = parts.backupFolder();
    if (folder !== null) copyLedger(dataDir, folder, parts.installationId, log);
  };

  /** Parts that are left of what was begun; `rows`: all of it. Empty: it is finished. */
  const partsLeft = (): ReadonlySet<Part | 'rows'> =>
    new Set(
      sqlite
        .texts('SELECT coalesce(parts_left, \'["rows"]\') FROM erasures WHERE finished_at IS NULL')
        .flatMap((text) => readJson(partList, text)),
    );

  /** The built-in sandbox plays the service, in files of this profile. */
  const forgetInSandbox = async (): Promise<void> => {
    const file = join(directory, 'sandbox', databaseFileName);
    if (!existsSync(file)) return;
    const erased = openErasedSubjects(sqlite).list();
    const customers = erased.flatMap(({ customerId, liftedAt }) =>
      liftedAt === null ? customerId : [],
    );
    const key = sandboxKeyOf(database.key);
    await run('forget', { file, key }, customers).finally(() => overwrite(key));
  };

  /** What the erasure could not look through. What names them without an ID is not known any more. */
  const noteOtherDeliveries = async (): Promise<void> => {
    const names = openErasedSubjects(sqlite, chosenFields(sqlite)).names();
    const arrivals = await otherDeliveries(parts, { names, telling: [] });
    sqlite.transaction(() => {
      for (const arrival of arrivals) noteErasedDelivery(sqlite, arrival);
    });
  };
  const rewriteInbox = async (): Promise<void> => {
    if (inbox === null) throw new Error('Deliveries can’t be received now.');
    const { privateKey } = inboxKeysOf(database.sealKey);
    const isRewritten = await rewriteErased({
      inbox,
      sqlite,
      profileId: parts.profileId,
      privateKey,
      signal: parts.signal,
      figures: new Set(chosenFields(sqlite)),
    }).finally(() => overwrite(privateKey));
    if (!isRewritten) throw new Error('The log of the inbox could not be emptied.');
  };
  const works: Readonly<Record<Part, () => Promise<unknown>>> = {
    inbox: rewriteInbox,
    sandbox: forgetInSandbox,
    // A full disk, or a backup that reads it: what is left is in no row and no index any more.
    pages: () => run('purge', database),
  };

  /** What fails can wait: it is done at the next opening, alone. Gives what is left. */
  const finishParts = async (wanted: readonly Part[]): Promise<readonly Part[]> => {
    const left: Part[] = [];
    for (const part of wanted) {
      try {
        await works[part]();
      } catch (error) {
        parts.signal.throwIfAborted();
        log.warn({ err: error, part }, 'a part of an erasure is done at the next opening');
        parts.onProblem(fileOf[part](parts.profileId), notErased);
        left.push(part);
      }
    }
    sqlite.run('UPDATE erasures SET finished_at = ?, parts_left = ? WHERE finished_at IS NULL', [
      ...(left.length === 0 ? [isoNow(clock), null] : [null, JSON.stringify(left)]),
    ]);
    return left;
  };

  const finish = async (): Promise<readonly Part[]> => {
    writeLedgers();
    removeIndex(join(directory, 'timeline.db'));
    removeTree(join(directory, 'exports'));
    return await finishParts(partNames);
  };

  const carryOut = async (
    erasures: readonly Erasure[],
    surveyed: Surveyed,
    isAgain: boolean,
  ): Promise<Erased> => {
    const arrivals = await otherDeliveries(parts, surveyed);
    const person = parts.person();
    const counts = await run('erase', { into: database, erasures, arrivals, person, isAgain });
    return { ...counts, left: await finish() };
  };

  return {
    /** Rejects with UnderWay or ReasonNamesPerson, and then nothing was changed. */
    async erase(customerId: string, reason: string): Promise<Erased> {
      const surveyed = await run('survey', database, [customerId], reason);
      const why = foundUnderWay(surveyed);
      if (why !== null) throw new UnderWay(why);
      if (surveyed.isNamedInReason) throw new ReasonNamesPerson('The reason names the person.');
      const erasure: Erasure = {
        customerId,
        at: isoNow(clock),
        by: parts.person()?.by ?? null,
        reason,
        liftedAt: null,
        liftedBy: null,
        liftReason: null,
      };
      return await carryOut([erasure], surveyed, false);
    },

    /** From now on personal data of the customer is recorded again. */
    lift(customerId: string, reason: string): void {
      const person = parts.person();
      sqlite.transaction(() => {
        sqlite.run(
          `UPDATE erasures SET lifted_at = ?, lifted_by = ?, lift_reason = ?
           WHERE customer_id = ? AND lifted_at IS NULL`,
          [isoNow(clock), person?.by ?? null, reason, customerId],
        );
        openAudit({ sqlite, clock, person: parts.person }).append({
          action: 'customer.personal-data-recorded-again',
          facts: { customerId, note: reason },
        });
      });
      writeLedgers();
    },

    /** At every opening: carries out what the lists say and this database does not know, and what was cut off. */
    async honour(): Promise<void> {
      const stored = openErasedSubjects(sqlite).list();
      const listed = erasuresIn(mergedEntries(readOwn(), readRestored()), database.sealKey);
      const missing = lacking(stored, listed);
      const left = partsLeft();
      // Whatever is finished below, it is of these as well.
      if (left.has('rows')) await run('sweepAgain', database);
      if (left.has('rows') || left.has('inbox')) await noteOtherDeliveries();
      if (missing.length > 0) {
        const customers = missing.map(({ customerId }) => customerId);
        await carryOut(missing, await run('survey', database, customers), true);
      } else if (left.has('rows')) {
        await finish();
      } else if (left.size > 0) {
        writeLedgers();
        await finishParts(partNames.filter((part) => left.has(part)));
      } else if (lacking(listed, stored).length > 0 || existsSync(restored)) writeLedgers();
    },
  };
}

/** Public keys that signed for this installation, now and before. */
const knownKeys = (sqlite: Sqlite, own: string): readonly string[] => [
  own,
  ...sqlite.texts('SELECT public_key FROM audit_keys'),
];

/** Whether the lists tell of erasures that are carried out when the profile opens next. Throws LedgerDamaged. */
export function lacksErasures(
  dataDir: string,
  { sqlite, sealKey, own }: { sqlite: Sqlite; sealKey: Uint8Array; own: string },
): boolean {
  const lists = [ledgerName, restoredLedgerName].map((name) =>
    readLedger(join(dataDir, name), knownKeys(sqlite, own)),
  );
  const listed = erasuresIn(mergedEntries(...lists), sealKey);
  return lacking(openErasedSubjects(sqlite).list(), listed).length > 0;
}

/** Those of the others that are not among these, or ended since. */
function lacking(these: readonly Erasure[], others: readonly Erasure[]): readonly Erasure[] {
  const known = new Map(these.map((erasure) => [`${erasure.customerId} ${erasure.at}`, erasure]));
  return others.filter(({ customerId, at, liftedAt }) => {
    const here = known.get(`${customerId} ${at}`);
    return here === undefined || (here.liftedAt === null && liftedAt !== null);
  });
}

/** Copies the list beside backups, where there is one. A folder that is away gets it with the next backup. */
function copyLedger(
  dataDir: string,
  folder: string,
  installationId: string,
  log: Pick<Log, 'warn'>,
): void {
  try {
    copyLedgerFile(join(dataDir, ledgerName), join(folder, ledgerBeside(installationId)));
  } catch (error) {
    log.warn({ err: error }, 'the list of erasures could not be written beside the backups');
  }
}

const arrivalRows = z.array(z.object({ arrival: z.number() }));
const PAGE = 200;

/** Deliveries that are no event of theirs and name them all the same: those that wait, were refused, or were read as nothing. */
async function otherDeliveries(
  { sqlite, inbox, profileId, database, signal }: ProfileErasuresParts,
  { names, telling }: Pick<Surveyed, 'names' | 'telling'>,
): Promise<number[]> {
  if (inbox === null) return [];
  const { privateKey } = inboxKeysOf(database.sealKey);
  const bodies = createErasedBodies(names);
  const texts = telling.map((text) => JSON.stringify(text).slice(1, -1).toLowerCase());
  const isTheirs = (arrival: number): boolean => {
    signal.throwIfAborted();
    const body = bodyOf(inbox, arrival, privateKey);
    if (body === null) return false;
    if (bodies.isNamedIn(body)) return true;
    const text = Buffer.from(body).toString('utf8').toLowerCase();
    return texts.some((one) => text.includes(one));
  };
  const found = arrivalRows
    .parse(
      sqlite.all(
        "SELECT arrival FROM read_deliveries WHERE role IN ('mock', 'unrecognised', 'differs')",
      ),
    )
    .map(({ arrival }) => arrival)
    .filter(isTheirs);
  for (let after = 0; ; ) {
    const page = inbox.waiting({ profileId, after, limit: PAGE });
    found.push(...page.map(({ arrival }) => arrival).filter(isTheirs));
    after = page.at(-1)?.arrival ?? after;
    if (page.length < PAGE) return found;
    await nextTurn();
  }
}

function bodyOf(
  inbox: Pick<Inbox, 'content'>,
  arrival: number,
  privateKey: Uint8Array,
): Uint8Array | null {
  try {
    return inbox.content(arrival, privateKey)?.body ?? null;
  } catch {
    // What can't be opened nobody can read.
    return null;
  }
}
