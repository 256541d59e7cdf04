/** Writes an author's entries of a stream, each after the one before. */
import { sha256Hex } from '../platform/canonical-json.ts';
import type { Random } from '../platform/random.ts';
import {
  type ChainHead,
  type EntryKind,
  type EntryPlace,
  entryPurpose,
  headerText,
  headOfEntry,
  maxPayloadBytes,
  noEntry,
  type SignedEntry,
  type TeamSigning,
} from './entry.ts';
import { sealPayload } from './epochs.ts';
import type { EpochKey } from './sealing.ts';

export interface ChainOptions {
  readonly signing: Pick<TeamSigning, 'publicKey' | 'sign'>;
  readonly team: string;
  readonly stream: string;
  /** The author's last entry of this stream; null before its first. */
  readonly head: ChainHead | null;
  readonly random: Random;
}

export interface NewEntry {
  readonly kind: EntryKind;
  /** The content is sealed to this key; null leaves it in clear (membership, paths). */
  readonly epoch: EpochKey | null;
  readonly content: Uint8Array;
  /** ISO 8601 UTC. */
  readonly at: string;
  /** For membership and claims, as EntryHeader has it; null for others. */
  readonly follows?: string | null;
}

export interface Chain {
  /** The next entry, sealed and signed. It counts as written: keep it before it is sent. Throws RangeError for a payload of over 4 MiB. */
  next(entry: NewEntry): SignedEntry;
  /** Head of the chain: the last entry that `next` gave. */
  head(): ChainHead | null;
}

export function createChain({ signing, team, stream, head, random }: ChainOptions): Chain {
  let last = head;
  return {
    next({ kind, epoch, content, at, follows = null }) {
      const place: EntryPlace = {
        version: 1,
        team,
        stream,
        author: signing.publicKey,
        sequence: (last?.sequence ?? 0) + 1,
        kind,
        epoch: epoch?.number ?? 0,
        previous: last?.hash ?? noEntry,
        follows,
        at,
      };
      const bytes = epoch === null ? content : sealPayload(epoch, place, content, random);
      if (bytes.length > maxPayloadBytes) throw new RangeError('The payload is over 4 MiB.');
      const header = { ...place, payload: sha256Hex(bytes) };
      const signature = signing.sign(entryPurpose, headerText(header));
      // Where something throws before, the chain stays where it was.
      last = headOfEntry(header);
      return { ...header, signature, bytes };
    },
    head: () => last,
  };
}
