/** Who of the team is there: a short note of each computer and relay, sealed to the team and signed, the newest alone. */
import { z } from 'zod';
import { readJson } from '../platform/json-column.ts';
import type { Random } from '../platform/random.ts';
import { isSignedBy } from '../platform/signature.ts';
import type { TeamSigning } from './entry.ts';
import { type Epochs, sealName } from './epochs.ts';
import type { EpochKey } from './sealing.ts';
import type { NewPresenceNote, PresenceNote } from './team-log.ts';

/** For notes of an earlier version, which no login is bound to. */
const purpose = 'causeway team presence';
const purposeForLogin = 'causeway team presence for login';

const note = z.strictObject({
  version: z.literal(1),
  person: z.string().max(200).nullable(),
  /** Version of Causeway. */
  release: z.string().max(40),
  /** Entries of the profile's stream that are there; null for a relay, which reads none. */
  has: z.int().min(0).nullable(),
});
export type Presence = Omit<z.infer<typeof note>, 'version'>;
const envelope = z.strictObject({ epoch: z.int().min(1), sealed: z.string().max(8_000) });

/** What is said, for `TeamLog.presence.say`. */
export function presenceNote(
  signing: TeamSigning,
  { epoch, login }: { readonly epoch: EpochKey; readonly login: string },
  said: Presence,
  random: Random,
): NewPresenceNote {
  const text = JSON.stringify({ version: 1, ...said });
  const sealed = sealName(epoch, signing.publicKey, text, random);
  const bytes = Buffer.from(JSON.stringify({ epoch: epoch.number, sealed }));
  return {
    author: signing.publicKey,
    said: bytes,
    signature: signing.sign(purposeForLogin, forLogin(login, bytes)),
    unbound: signing.sign(purpose, bytes),
  };
}

/** Said again by another login it is of nobody: whoever copies a note makes nobody look seen. No login has a NUL. */
const forLogin = (login: string, said: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.from(`${login}\0`), said]);

const isSaid = ({ author, said, signature, login }: PresenceNote): boolean =>
  login === null
    ? isSignedBy(author, purpose, said, signature)
    : isSignedBy(author, purposeForLogin, forLogin(login, said), signature);

/** null for what its author did not sign for its login, or that can't be opened here. */
export const readPresence = (epochs: Epochs, of: PresenceNote): Presence | null =>
  isSaid(of) ? openPresence(epochs, of) : null;

function openPresence(epochs: Epochs, { author, said }: PresenceNote): Presence | null {
  try {
    const text = epochs.openName(author, readJson(envelope, said));
    const { version: _version, ...presence } = readJson(note, text);
    return presence;
  } catch {
    return null;
  }
}

export type Seen = Presence & { readonly at: string };

interface Heard {
  readonly login: string | null;
  readonly at: string;
  /** The last that could be opened. */
  readonly seen: Seen | null;
  /** false: it can't be told when the author was there last. */
  readonly isKnown: boolean;
}

/** Newest note of each author, signed for its login; a note of an earlier version only where there is none. */
export function createPresences(epochs: Epochs) {
  const heard = new Map<string, Heard>();

  function take(note: PresenceNote): void {
    const { author, login, at } = note;
    const before = heard.get(author);
    if (before !== undefined && isOlder(note, before)) return;
    // Nobody else can write in the place of what is signed for its login, but in that of an earlier version.
    if (login !== null && !isSaid(note)) return;
    const said = readPresence(epochs, note);
    const seen = said === null ? (before?.seen ?? null) : { ...said, at };
    heard.set(author, { login, at, seen, isKnown: said !== null });
  }

  return {
    hear(notes: readonly PresenceNote[]): void {
      for (const note of notes.filter(({ login }) => login !== null)) take(note);
      for (const note of notes.filter(({ login }) => login === null)) take(note);
    },
    of: (author: string): Seen | null => heard.get(author)?.seen ?? null,
    /** Login by which an author signed the newest of its notes; null where that is not known. */
    loginOf: (author: string): string | null => heard.get(author)?.login ?? null,
    /** ISO 8601 UTC, by the database's clock; null where that is not known. */
    seenAt(author: string): string | null {
      const last = heard.get(author);
      return last?.isKnown === true ? last.at : null;
    },
    all: (): readonly (readonly [string, Seen | null])[] =>
      [...heard].map(([author, { seen }]) => [author, seen]),
  };
}

/** Or the same. The database's clock may be set back: what a login said last is always taken. */
function isOlder({ login, at }: PresenceNote, before: Heard): boolean {
  if (login === before.login) return at === before.at;
  return before.login !== null && (login === null || at < before.at);
}
