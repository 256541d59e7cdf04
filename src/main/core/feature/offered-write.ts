/**
 * A write as its feature hands it over, for those who send it otherwise than by its form: once the team approved it
 * (features/approvals), or once more (features/unresolved). They know none by name.
 */
import type { z } from 'zod';
import type { WriteName } from '../../../contract/writes.ts';
import { invalid } from '../intents/failed.ts';

/** One create as a form sends it. */
export interface Creation<Input> {
  readonly intentKey: string;
  readonly input: Input;
  /** Ids of what is alike that the person was asked about (ASKS_FIRST). */
  readonly confirmed: readonly string[];
  /** Key of the intent that is sent again. */
  readonly repeats?: string | null;
  /** The moment whose knowledge the page shows: nothing is sent unless that is now (null). */
  readonly knownAt?: string | null;
  /** Aborted when the page that asked is gone: what is not journalled by then is not sent. */
  readonly signal?: AbortSignal | undefined;
}

/** What a person read and confirmed of a wallet. */
export interface Review {
  /** The address that was read, whole; null where nobody read one. */
  readonly reviewedAddress: string | null;
  /** Keys of what was confirmed (contract/addresses/confirmations.ts). */
  readonly confirmations: readonly string[];
}

/** By whatever way it comes. */
export interface WriteForm<Input = unknown> extends Creation<Input> {
  /** The desk's own name for what is created: never sent. Blank for none. */
  readonly ownName?: string;
  readonly review: Review;
}

interface Creates<Input> {
  /** Throws Failed: see write-path.ts. */
  create(form: WriteForm<Input>): Promise<{ readonly id: string }>;
  /** Throws what stands in the way of a create, and what it would ask first. Sends nothing. */
  requireCreatable(form: WriteForm<Input>): Promise<void>;
}

/** Both reject with Failed INVALID for an input that is none of this write. */
export interface OfferedWrite extends Creates<unknown> {
  readonly operation: WriteName;
  /** What it is about, in few words, of an input that may be anything. */
  readonly titleOf: (input: object, ownName: string) => string;
  /** Why it is never sent again as it was; null where it may be. */
  readonly notAgain: string | null;
}

/** @param write.by the feature's own way, asked for when it is needed */
export function offerWrite<Input>(
  write: Pick<OfferedWrite, 'operation' | 'titleOf'> & {
    readonly input: z.ZodType<Input>;
    readonly notAgain?: string;
    readonly by: () => Creates<Input>;
  },
): OfferedWrite {
  const { operation, titleOf, input: shape, notAgain = null, by } = write;
  const read = (form: WriteForm): WriteForm<Input> => {
    const { success, data } = shape.safeParse(form.input);
    if (success) return { ...form, input: data };
    throw invalid('This request has no content that can be sent. Nothing was sent.', 'input');
  };
  return {
    operation,
    titleOf,
    notAgain,
    create: async (form) => await by().create(read(form)),
    requireCreatable: async (form) => await by().requireCreatable(read(form)),
  };
}

/** Throws Failed INVALID where no feature offers it. */
export function writeOf(writes: readonly OfferedWrite[], operation: WriteName): OfferedWrite {
  const write = writes.find((one) => one.operation === operation);
  if (write !== undefined) return write;
  throw invalid('Requests of this kind can’t be sent this way yet. Nothing was sent.', 'operation');
}
