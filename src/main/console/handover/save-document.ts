/** Main's own document for saving a hand-over file: for whom, what and where to. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { localDay } from '../../../bridge/instants.ts';
import { isoNow } from '../../../platform/clock.ts';
import { overwrite } from '../../../platform/overwrite.ts';
import { randomHex } from '../../../platform/random.ts';
import { agree, agreedKey, publicHalf } from '../../../platform/x25519.ts';
import { personName } from '../../core/audit/types.ts';
import type { Confirmation } from '../../core/feature/confirmation.ts';
import { environmentNames } from '../../core/profiles/environment-names.ts';
import type { Profile } from '../../core/profiles/profile-file.ts';
import { type Card, cardOf, fingerprintOfCard } from '../../features/handover/card.ts';
import type { Period } from '../../features/handover/collect.ts';
import { sealingPurpose, signHandover } from '../../features/handover/file.ts';
import { listed } from '../../features/handover/outcome.ts';
import type { WrittenHandover } from '../../features/handover/write.ts';
import { asFailed } from '../as-failed.ts';
import { readFolder } from '../backup-documents.ts';
import type { DatabaseFile } from '../database-file.ts';
import { durableDatabase, isDatabaseLost, profileMigrations } from '../profile-session.ts';
import { bringUp } from '../restore-beside/bring-in.ts';
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
import { checkOfWords } from './words-check.ts';

export interface SaveWhat extends Period {
  readonly profileIds: readonly string[];
}

const another = 'another';
const job = { of: 'handOver', is: 'A hand-over file is being saved.', isAside: true } as const;

/** Throws Failed INVALID for what can't be handed over. */
export function saveDocument(desk: OwnComputer, what: SaveWhat): Confirmation {
  const chosen = chosenProfiles(desk, what);
  requirePeriod(what);
  const known = desk.computers().list();
  return {
    title: 'Hand over to another computer',
    facts: factsOf(chosen, what),
    paragraphs: [
      'The file is sealed to the card of the other computer: only that computer can open it.',
      'Copy the card there, under Settings, Hand-over, and send it here by any way. Its words are compared next.',
    ],
    fields: [
      ...(known.length === 0
        ? []
        : [
            {
              name: 'computer',
              label: 'Computer',
              help: null,
              choices: [
                ...known.map(({ card, confirmedAt }) => ({
                  value: card.signing,
                  label: card.name,
                  help: `Words compared on ${localDay(confirmedAt)}.`,
                })),
                { value: another, label: 'Another computer', help: 'Paste its card.' },
              ],
            },
          ]),
      {
        name: 'card',
        label: 'Card of the other computer',
        isOpen: true,
        isLong: true,
        isOptional: known.length > 0,
        help: 'It starts with causeway-card-1.',
      },
    ],
    button: 'Show its words',
    lastsMs: documentLastsMs,
    act(fields) {
      const id = fields.get('computer') ?? another;
      const kept = known.find(({ card }) => card.signing === id);
      const card = kept?.card ?? cardOf(fields.get('card') ?? '');
      if (card.signing === desk.card.signing) {
        throw invalid('This is the card of this computer. Use the one of the other computer.');
      }
      return { next: confirmDocument(desk, what, chosen, card) };
    },
  };
}

function confirmDocument(
  desk: OwnComputer,
  what: SaveWhat,
  chosen: readonly Profile[],
  card: Card,
): Confirmation {
  const isKnown = isKnownCard(desk, card);
  const check = checkOfWords(wordsOfCard(card), isKnown, desk.random);
  return {
    title: `Hand over to “${card.name}”?`,
    facts: [['Computer', card.name], ['Its words', check.shown], ...factsOf(chosen, what)],
    paragraphs: [
      isKnown
        ? 'A person compared these words before, and the card is still the same.'
        : 'Compare the words with those on the other computer, by phone or in person. Type the two that are left out here as they stand there. If a word differs, somebody changed the card on its way: cancel.',
      'The file contains records with their sources, requests as history, notes, labels (also of the address book), display names, references, sign-offs, resolutions and erasures, with the personal data in them. Tokens, secrets of webhooks and the exact bytes of responses are not in it.',
    ],
    fields: [
      ...check.fields,
      {
        name: 'folder',
        label: 'Folder',
        isOpen: true,
        help: 'The full path of an existing folder outside the data folder.',
      },
    ],
    button: 'Save hand-over file',
    lastsMs: documentLastsMs,
    async act(fields) {
      check.require(fields);
      const folder = readFolder(fields, desk.dataDir);
      const { file, counts } = await asFailed('handover', () =>
        write(desk, what, chosen, { card, folder }),
      );
      desk.remember(card);
      const lines = counts.map((each, at) => `“${chosen[at]?.name}”: ${listed(each)}.`);
      return { title: 'Hand-over file saved', sentence: [file, ...lines].join(' ') };
    },
  };
}

function chosenProfiles(
  { dataDir, profiles }: OwnComputer,
  { profileIds }: SaveWhat,
): readonly Profile[] {
  return [...new Set(profileIds)].map((id) => {
    const profile = profiles.list().find((one) => one.id === id);
    if (profile === undefined) throw invalid('A profile that was selected is no longer there.');
    if (profile.baseUrl === null) {
      throw invalid('The built-in sandbox is a simulation of this computer, so it stays here.');
    }
    if (!existsSync(durableDatabase(profiles, id)) && !isDatabaseLost(dataDir, id)) {
      throw invalid(`“${profile.name}” was never opened, so nothing of it is stored.`);
    }
    return profile;
  });
}

function requirePeriod({ from, to }: Period): void {
  const moments = [from, to].map((at) => (at === null ? null : Date.parse(at)));
  if (moments.some((at) => at !== null && Number.isNaN(at))) {
    throw invalid('Enter dates, for example 2026-11-20.');
  }
  const [begins, ends] = moments;
  if (typeof begins === 'number' && typeof ends === 'number' && begins >= ends) {
    throw invalid('Choose a period that ends after it begins.');
  }
}

const factsOf = (
  chosen: readonly Profile[],
  { from, to }: Period,
): readonly (readonly [string, string])[] => [
  ...chosen.map(
    ({ name, environment, baseUrl }) =>
      ['Profile', `${name} · ${environmentNames[environment]} · ${baseUrl ?? ''}`] as const,
  ),
  ['Written', periodText({ from, to })],
];

async function write(
  desk: OwnComputer,
  { from, to }: SaveWhat,
  chosen: readonly Profile[],
  { card, folder }: { readonly card: Card; readonly folder: string },
): Promise<WrittenHandover> {
  const { random, signing, clock, trail } = desk;
  const id = randomHex(random, 16);
  const savedAt = isoNow(clock);
  const name = `causeway-${savedAt.slice(0, 10)}-${id.slice(0, 8)}.handover`;
  const secret = random.bytes(32);
  const ephemeral = publicHalf(secret);
  const to32 = Buffer.from(card.sealing, 'hex');
  const key = agreedKey(agree(secret, to32), ephemeral, to32, sealingPurpose);
  secret.fill(0);
  const databases: DatabaseFile[] = [];
  for (const profile of chosen) {
    const database = await databaseOf(desk, profile.id);
    // One that is open has the schema of now; another may be of an older version.
    bringUp(database, profileMigrations);
    requireErased(desk, profile, database);
    databases.push(database);
  }
  try {
    const written = await desk.work.run(job, async (call) => {
      const toSign = await call('begin', {
        folder,
        key,
        databases,
        own: signing.publicKey,
        known: [...desk.known.values()],
        name,
        head: {
          version: 1,
          id,
          to: fingerprintOfCard(card),
          cipher: 'aes-256-gcm',
          ephemeral: Buffer.from(ephemeral).toString('hex'),
        },
        start: {
          what: 'start',
          card: desk.card,
          person: personName(desk.person()),
          savedAt,
          from: asMoment(from),
          to: asMoment(to),
          profiles: chosen.map(({ name, environment, baseUrl }) => ({
            name,
            environment,
            baseUrl: baseUrl ?? '',
          })),
        },
        period: { from: asMoment(from), to: asMoment(to) },
      });
      return await call('finish', signHandover(signing, toSign));
    });
    for (const [at, profile] of chosen.entries()) {
      trail.recordFor(profile.id, 'handover.saved', {
        file: id,
        computer: fingerprintOfCard(card),
        from,
        to,
        ...written.counts[at],
      });
    }
    return written;
  } finally {
    rmSync(join(folder, `${name}.part`), { force: true });
    overwrite(key, ...databases.flatMap((one) => [one.key, one.sealKey]));
  }
}

const asMoment = (at: string | null): string | null =>
  at === null ? null : new Date(at).toISOString();
