/**
 * Epochs: X25519 key pairs that payloads are sealed to. Whoever has the public half writes (also a relay,
 * which opens nothing); the private half is sealed to each member. Who leaves gets no later one.
 */
import { overwrite } from '../platform/overwrite.ts';
import type { Random } from '../platform/random.ts';
import { agree, agreedKey, privateKeyOf, publicHalf } from '../platform/x25519.ts';
import {
  type EntryPlace,
  maxPayloadBytes,
  placeOf,
  type SignedEntry,
  type TeamSigning,
} from './entry.ts';
import type { Membership } from './membership.ts';
import { type EpochKey, openSealed, sealedBytesMore, sealTo, Unopenable } from './sealing.ts';

const payloadPurpose = 'causeway team payload';
const keyPurpose = 'causeway team epoch';
const namePurpose = 'causeway team name';

/** A longer content makes a payload of over 4 MiB. */
export const maxContentBytes = maxPayloadBytes - sealedBytesMore;

/** A content sealed for whoever has the epoch's key, bound to its place in the log. */
export const sealPayload = (
  epoch: EpochKey,
  place: EntryPlace,
  content: Uint8Array,
  random: Random,
): Uint8Array => sealTo(epoch.publicKey, payloadPurpose, placeOf(place), content, random);

/** A new epoch's pair. Overwrite the private half when it was sealed to the members. */
export function newEpoch(
  number: number,
  random: Random,
): EpochKey & { readonly secret: Uint8Array } {
  const secret = new Uint8Array(random.bytes(32));
  return { number, publicKey: Buffer.from(publicHalf(secret)).toString('hex'), secret };
}

/** An epoch's private half, sealed to a member. 162 hex digits. @param to the member's X25519 key */
export const sealEpochKey = (
  epoch: EpochKey,
  secret: Uint8Array,
  to: string,
  random: Random,
): string =>
  sealTo(
    to,
    keyPurpose,
    { epoch: epoch.number, publicKey: epoch.publicKey, to },
    secret,
    random,
  ).toString('hex');

/** Throws Unopenable, also where what was sealed is not the private half of this epoch. */
export function openEpochKey(
  epoch: EpochKey,
  sealed: string,
  signing: Pick<TeamSigning, 'sealingKey' | 'keyOfSealed'>,
): Uint8Array {
  const { number, publicKey } = epoch;
  const secret = openSealed(
    Buffer.from(sealed, 'hex'),
    (ephemeral) => signing.keyOfSealed(ephemeral, keyPurpose),
    { epoch: number, publicKey, to: signing.sealingKey },
  );
  if (secret.length === 32 && Buffer.from(publicHalf(secret)).toString('hex') === publicKey) {
    return secret;
  }
  throw new Unopenable(`What was sealed is not the key of epoch ${number}.`);
}

/** A member's name, sealed for the team. Hex. @param member its Ed25519 key */
export const sealName = (epoch: EpochKey, member: string, name: string, random: Random): string =>
  sealTo(
    epoch.publicKey,
    namePurpose,
    { epoch: epoch.number, member },
    Buffer.from(name),
    random,
  ).toString('hex');

export interface Epochs {
  /** Opens the payload of an entry; that of one in clear as it is. Throws Unopenable. */
  open(entry: SignedEntry): Uint8Array;
  /** Throws Unopenable. @param member its Ed25519 key */
  openName(member: string, name: { readonly epoch: number; readonly sealed: string }): string;
  /** The private half of each epoch that is here, to be sealed to a new member. 32 bytes, a copy. */
  secretOf(epoch: number): Uint8Array;
  /** Whether this epoch can be opened. */
  has(epoch: number): boolean;
  /** Opens what a changed membership brings. */
  learn(membership: Membership): void;
  /** Drops all keys. */
  close(): void;
}

/** The epochs that are sealed to this member. What can't be opened is left out. */
export function createEpochs(signing: TeamSigning, membership: Membership): Epochs {
  type Held = {
    readonly secret: Uint8Array;
    readonly key: ReturnType<typeof privateKeyOf>;
    readonly publicKey: Buffer;
  };
  const held = new Map<number, Held>();
  const heldOf = (epoch: number): Held => {
    const found = held.get(epoch);
    if (found === undefined) throw new Unopenable(`The key of epoch ${epoch} is not here.`);
    return found;
  };
  const opened = (epoch: number, purpose: string, sealed: Uint8Array, boundTo: object) => {
    const { key, publicKey } = heldOf(epoch);
    return openSealed(
      sealed,
      (ephemeral) => agreedKey(agree(key, ephemeral), ephemeral, publicKey, purpose),
      boundTo,
    );
  };
  const epochs: Epochs = {
    open: (entry) =>
      entry.epoch === 0
        ? entry.bytes
        : opened(entry.epoch, payloadPurpose, entry.bytes, placeOf(entry)),
    openName: (member, { epoch, sealed }) =>
      opened(epoch, namePurpose, Buffer.from(sealed, 'hex'), { epoch, member }).toString(),
    // Not slice(), which of a Buffer gives the same memory: the caller overwrites what it gets.
    secretOf: (epoch) => new Uint8Array(heldOf(epoch).secret),
    has: (epoch) => held.has(epoch),
    learn({ epochs: all }) {
      for (const epoch of all) {
        const sealed = epoch.keys.get(signing.publicKey);
        // After a fork was resolved another one may have its number.
        const known = held.get(epoch.number)?.publicKey.toString('hex');
        if (sealed === undefined || known === epoch.publicKey) continue;
        try {
          const secret = openEpochKey(epoch, sealed, signing);
          held.set(epoch.number, {
            secret,
            key: privateKeyOf(secret),
            publicKey: Buffer.from(epoch.publicKey, 'hex'),
          });
        } catch (error) {
          if (!(error instanceof Unopenable)) throw error;
        }
      }
    },
    close() {
      for (const { secret } of held.values()) overwrite(secret);
      held.clear();
    },
  };
  epochs.learn(membership);
  return epochs;
}
