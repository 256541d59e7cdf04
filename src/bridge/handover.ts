/** Hand-over: a file from one desk to another, sealed to the other computer's card. */
import { z } from 'zod';
import { openedDocument } from './documents.ts';
import { asks, reads, stops } from './procedure.ts';
import { instant, profileId } from './scalars.ts';

/** A computer's public keys, as twelve words for people to compare. */
const computerFacts = {
  name: z.string(),
  words: z.array(z.string()),
};

export const handoverView = z.object({
  /** This computer; null in a session without stored data. */
  own: z.object({ ...computerFacts, card: z.string() }).nullable(),
  /** Computers whose words a person compared and confirmed here. */
  computers: z.array(z.object({ ...computerFacts, id: z.string(), confirmedAt: instant })),
});
export type HandoverView = z.infer<typeof handoverView>;

/** Something of a record or request that another computer told. */
export const handedOver = z.object({
  what: z.enum([
    'observation',
    'request',
    'note',
    'displayName',
    'reference',
    'label',
    'addressLabel',
    'mismatchSignOff',
    'changeSignOff',
    'resolution',
  ]),
  /**
   * ID of an observation or a note; text of labels, a reference or a display name, null where a later text has replaced
   * it; else empty.
   */
  part: z.string().nullable(),
  /** When it was written. */
  at: instant,
  /** Name of the computer that it is from. */
  computer: z.string(),
  /** Who handed it over; null where that computer does not say. */
  person: z.string().nullable(),
  /** Name of the computer that saved the file; the same one, or one that had it from there. */
  by: z.string(),
  mergedAt: instant,
});
export type HandedOver = z.infer<typeof handedOver>;

export const handoverContract = {
  get: reads.output(handoverView),
  /** Opens the document in which a person gives the other card, compares its words, and saves the file. */
  save: asks
    .input(
      z.object({
        profileIds: z.array(profileId).min(1).max(100),
        /** What was written from this moment on, and before the other; null for all. */
        from: instant.nullable(),
        to: instant.nullable(),
      }),
    )
    .output(openedDocument),
  /** Opens the document that merges a file: first it shows from whom it is and what it would bring. */
  open: asks.output(openedDocument),
  /** Its words are compared again before the next file. What it brought stays. */
  forget: stops.input(z.object({ id: z.string() })).output(handoverView),
  /** What of a record (or of a request, by its key) other computers told. */
  sources: reads
    .input(z.object({ kind: z.string().max(40), id: z.string().max(200) }))
    .output(z.array(handedOver)),
};
