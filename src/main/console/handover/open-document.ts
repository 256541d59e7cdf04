/** Main's own document for opening a hand-over file: from whom, what it would bring, and what it brought. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { longInstant } from '../../../bridge/instants.ts';
import { counted } from '../../../bridge/words.ts';
import { removeTree } from '../../../platform/durable-file.ts';
import { overwrite } from '../../../platform/overwrite.ts';
import { randomHex } from '../../../platform/random.ts';
import { isMissingOrEmpty } from '../../../platform/sqlite.ts';
import { BackupError } from '../../core/backup/backup-error.ts';
import type { Confirmation } from '../../core/feature/confirmation.ts';
import { restoring } from '../../core/profiles/data-directory.ts';
import { environmentNames } from '../../core/profiles/environment-names.ts';
import type { Profile } from '../../core/profiles/profile-file.ts';
import { type ChangedValues, linesOfChanged } from '../../core/records/changed-values.ts';
import { fingerprintOfCard, wordsOfFingerprint } from '../../features/handover/card.ts';
import {
  type HandoverStart,
  readHandoverHead,
  sealingPurpose,
} from '../../features/handover/file.ts';
import { listed, type MergedHandover } from '../../features/handover/outcome.ts';
import { asFailed } from '../as-failed.ts';
import type { DatabaseFile } from '../database-file.ts';
import type { Calls } from '../database-work.ts';
import { profileMigrations } from '../profile-session.ts';
import { bringUp } from '../restore-beside/bring-in.ts';
import { readFile } from '../restore-beside/restore-document.ts';
import { askAboutErasures, erasuresByProfile, takeErasures } from './erasures-there.ts';
import type { InspectedHandover, NamedErasure } from './handover-calls.ts';
import {
  databaseOf,
  documentLastsMs,
  invalid,
  isKnownCard,
  type OwnComputer,
  periodText,
  requireErased,
  wordsOfCard,
} from './own-computer.ts';
import { checkOfWords, numbered } from './words-check.ts';

const staging = '.handover-';
const isRead = 'A hand-over file is being read.';
const isMerged = 'A hand-over file is being merged.';

export const openDocument = (desk: OwnComputer): Confirmation => ({
  title: 'Open a hand-over file',
  facts: [['Data folder', desk.dataDir]],
  paragraphs: [
    'You first see who the file is from and what it would add. Nothing is written until you confirm.',
  ],
  fields: [
    {
      name: 'file',
      label: 'Hand-over file',
      isOpen: true,
      help: 'The full path of a file whose name ends in .handover.',
    },
  ],
  button: 'Show what it would add',
  lastsMs: documentLastsMs,
  async act(fields) {
    const file = readFile(fields.get('file') ?? '', 'hand-over file');
    const opened = await asFailed('handover', () => inspect(desk, file));
    return { next: mergeDocument(desk, opened) };
  },
});

/** A profile of the file, and the one here that it belongs to. */
interface Pair {
  readonly number: number;
  readonly profile: Profile;
}

interface OpenedFile extends InspectedHandover {
  readonly file: string;
  /** Ephemeral key of the file's head. The file's key is derived from it for every reading, and overwritten after. */
  readonly ephemeral: string;
  readonly pairs: readonly Pair[];
  /** A sentence for each profile of the file that stays out. */
  readonly left: readonly string[];
  readonly lines: readonly string[];
  /** Erasures in the file, for profiles whose data the person may erase. */
  readonly erasures: readonly NamedErasure[];
}

async function inspect(desk: OwnComputer, file: string): Promise<OpenedFile> {
  const { to, ephemeral } = readHandoverHead(file);
  if (to !== fingerprintOfCard(desk.card)) {
    throw invalid(
      `This file is sealed to another computer, whose words are: ${numbered(wordsOfFingerprint(to))}. Open it there, or have it saved again for the card of this computer.`,
    );
  }
  return await desk.work.run({ of: 'handOver', is: isRead, isAside: true }, (call) =>
    withKey(desk, ephemeral, async (key) => {
      const inspected = await call('inspect', file, key);
      if (inspected.start.card.signing === desk.card.signing) {
        throw invalid('This file was saved by this computer. Open it on the other one.');
      }
      const { pairs, left } = pairsOf(desk, inspected.start);
      const lines: string[] = [];
      const erasures = erasuresByProfile();
      await inFolder(desk, async (folder) => {
        for (const pair of pairs) {
          await withDatabase(desk, pair.profile, async (own) => {
            const copy = { ...own, file: join(folder, `${pair.number}.db`) };
            if (!isMissingOrEmpty(own.file)) await call('copy', own, copy.file);
            const found = await mergeOne(desk, { ...inspected, file, key }, pair, copy, call);
            lines.push(...found.lines, ...found.vouched);
            erasures.add(pair.profile, found.erasures);
          });
        }
      });
      const asked = erasures.list().flatMap(([, some]) => some);
      return { ...inspected, file, ephemeral, pairs, left, lines, erasures: asked };
    }),
  );
}

/** The key is overwritten afterwards. */
async function withKey<Result>(
  desk: OwnComputer,
  ephemeral: string,
  use: (key: Uint8Array) => Promise<Result>,
): Promise<Result> {
  const key = keyOf(desk, ephemeral);
  try {
    return await use(key);
  } finally {
    overwrite(key);
  }
}

function keyOf({ signing }: OwnComputer, ephemeral: string): Uint8Array {
  try {
    return signing.keyOfSealed(Buffer.from(ephemeral, 'hex'), sealingPurpose);
  } catch (cause) {
    throw new BackupError('damaged', 'The head of this hand-over file is damaged.', { cause });
  }
}

/** The same service at the same address is the same profile, whatever it is called. */
function pairsOf({ profiles }: OwnComputer, { profiles: sent }: HandoverStart) {
  const pairs: Pair[] = [];
  const left: string[] = [];
  for (const [number, { name, environment, baseUrl }] of sent.entries()) {
    const atAddress = profiles.list().filter((one) => one.baseUrl === baseUrl);
    const same = atAddress.filter((one) => one.environment === environment);
    const selected = same.find(({ id }) => id === profiles.selected().id);
    const profile = same.length === 1 ? same[0] : selected;
    if (profile !== undefined) pairs.push({ number, profile });
    else
      left.push(
        whyLeft(`“${name}” (${environmentNames[environment]}, ${baseUrl})`, atAddress, same),
      );
  }
  return { pairs, left };
}

function whyLeft(of: string, atAddress: readonly Profile[], same: readonly Profile[]): string {
  if (same.length > 1) {
    return `${of} is not imported: several profiles here have this base URL. Select the one that it belongs to, then open the file again.`;
  }
  const [other] = atAddress;
  return other === undefined
    ? `${of} is not imported: no profile here has this base URL. Add one, then open the file again.`
    : `${of} is not imported: here this base URL belongs to “${other.name}”, in another environment (${environmentNames[other.environment]}).`;
}

function mergeDocument(desk: OwnComputer, opened: OpenedFile): Confirmation {
  const { start, file, pairs, left, lines } = opened;
  if (pairs.length === 0) throw invalid(`Nothing can be merged. ${left.join(' ')}`);
  const { card, person, savedAt, from, to } = start;
  const isKnown = isKnownCard(desk, card);
  const check = checkOfWords(wordsOfCard(card), isKnown, desk.random);
  const asked = askAboutErasures(opened.erasures);
  return {
    title: `Merge the file of “${card.name}”?`,
    facts: [
      ['Computer', card.name],
      ['Its words', check.shown],
      ['Saved by', person ?? 'That computer does not say'],
      ['Saved at', longInstant(savedAt)],
      ['Written', periodText({ from, to })],
      ['File', file],
    ],
    paragraphs: [
      isKnown
        ? 'The file is whole, and signed by a computer whose words a person compared before.'
        : 'The file is whole. The computer that signed it is not known here. Compare the words with those that it shows under Settings, Hand-over, and type the two that are left out here. Causeway remembers the computer.',
      ...lines,
      ...asked.paragraphs,
      ...left,
      'Requests are added as history and never sent. A request that the two computers resolved differently is unresolved again.',
      'Records are merged from the sources of both, so shown values may change, bank details and destinations too. Nothing that is stored here is deleted, except by an erasure that you choose here.',
    ],
    fields: [...check.fields, ...asked.fields],
    button: 'Merge file',
    lastsMs: documentLastsMs,
    async act(fields) {
      check.require(fields);
      const erases = asked.isChosen(fields);
      const done = await asFailed('handover', () => merge(desk, opened, erases));
      desk.remember(card);
      return { title: 'Hand-over file merged', sentence: [...done, ...left].join(' ') };
    },
  };
}

/** Each profile in one transaction. What was cut off between two is done by opening the file again. */
async function merge(desk: OwnComputer, opened: OpenedFile, erases: boolean): Promise<string[]> {
  const { pairs, ephemeral } = opened;
  return await desk.work.run({ of: 'handOver', is: isMerged }, async (call) => {
    const lines: string[] = [];
    const erasures = erasuresByProfile();
    await withKey(desk, ephemeral, async (key) => {
      for (const pair of pairs)
        await withDatabase(desk, pair.profile, async (into) => {
          const merged = await mergeOne(desk, { ...opened, key }, pair, into, call);
          lines.push(...merged.lines);
          erasures.add(pair.profile, merged.erasures);
        });
    });
    // After all of them: nothing is merged into a profile that an erasure waits for.
    if (!erases) return lines;
    for (const [profile, some] of erasures.list())
      await withDatabase(desk, profile, async (into) => {
        lines.push(...takeErasures(desk, profile, into, some));
      });
    return lines;
  });
}

/** Its keys are overwritten afterwards. */
async function withDatabase(
  desk: OwnComputer,
  { id }: Profile,
  use: (database: DatabaseFile) => Promise<void>,
): Promise<void> {
  const database = await databaseOf(desk, id);
  try {
    await use(database);
  } finally {
    overwrite(database.key, database.sealKey);
  }
}

interface Found {
  readonly lines: readonly string[];
  /** Whose words the team believes by merging: said before it. */
  readonly vouched: readonly string[];
  readonly erasures: readonly NamedErasure[];
}

async function mergeOne(
  desk: OwnComputer,
  { file, key, digest }: Pick<OpenedFile, 'file' | 'digest'> & { readonly key: Uint8Array },
  { number, profile }: Pair,
  into: DatabaseFile,
  call: Calls<'handOver'>,
): Promise<Found> {
  const { signing, known, person } = desk;
  bringUp(into, profileMigrations);
  requireErased(desk, profile, into);
  const merged = await call('merge', {
    file,
    key,
    digest,
    profile: number,
    into,
    own: signing.publicKey,
    person: person(),
    known: [...known.values()],
  });
  return {
    lines: linesOf(profile.name, merged),
    vouched: merged.isBelieved ? vouchedIn(profile.name, merged) : [],
    erasures: desk.mayErase(profile.id) ? merged.erasures : [],
  };
}

interface Changed {
  readonly changed: ChangedValues;
}

function linesOf(name: string, merged: MergedHandover & Changed): string[] {
  const { brought, here, differing, differences, changed } = merged;
  return [
    `“${name}”: new: ${listed(brought)}. Here already: ${listed(here)}.`,
    ...(differing === 0
      ? []
      : [
          `“${name}”: ${counted(differing, 'entry differs', 'entries differ')}. Of a note or reference, both versions are kept and the latest is shown; the outcome of a request stays as it is here:`,
        ]),
    ...differences.map(
      ({ what, of, here: kept, there }) =>
        `${what} of ${of}: here “${kept}”, in the file “${there}”.`,
    ),
    ...(differing > differences.length ? [`And ${differing - differences.length} more.`] : []),
    ...linesOfChanged(name, changed),
  ];
}

/** People who are named one by one. */
const mostPeople = 20;

function vouchedIn(name: string, { resolvedBy }: MergedHandover): string[] {
  if (resolvedBy.length === 0) return [];
  const shown = resolvedBy.map(({ person, count }) => `“${person.slice(0, 100)}” (${count})`);
  const more = shown.length - mostPeople;
  const people = [...shown.slice(0, mostPeople), ...(more > 0 ? [`${more} more`] : [])];
  return [
    `“${name}”: by merging this file you confirm to the team the resolutions of requests by: ${people.join(', ')}, as the file names them. The team then trusts them like this computer’s own, also where that person may not resolve, and warns nobody who sends again what they say was not created. Ask these people before you merge.`,
  ];
}

/** Those that a stop left behind, of a restore too: an erasure does not reach them. */
export function removeCopies(dataDir: string): void {
  const isLeft = (name: string) => name.startsWith(staging) || name.startsWith(restoring);
  for (const left of readdirSync(dataDir).filter(isLeft)) removeTree(join(dataDir, left));
}

async function inFolder(
  { dataDir, random }: OwnComputer,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  removeCopies(dataDir);
  const folder = join(dataDir, `${staging}${randomHex(random, 4)}`);
  mkdirSync(folder, { mode: 0o700 });
  try {
    await work(folder);
  } finally {
    removeTree(folder);
  }
}
