/** Content of a `deliveries` entry: a line of JSON that says what there is, then the bodies one after the other. */
import { z } from 'zod';
import { readJson } from '../platform/json-column.ts';
import { hex16, hex32 } from './entry.ts';

export interface RelayedDelivery {
  /** 32 hex digits. */
  readonly path: string;
  /** Milliseconds since 1970, by the relay's clock. */
  readonly receivedAt: number;
  /** Names and values in turn, as node:http hands them over. */
  readonly rawHeaders: readonly string[];
  readonly body: Uint8Array;
  /** What a computer of the team judged that took it, with the secret; a relay says nothing. */
  readonly verdict?: StatedCheck | undefined;
}

/** Only that it arrived is left: what it said was erased, or it is of no time. Every other one has headers. */
export const isEmptied = ({ rawHeaders, body }: RelayedDelivery): boolean =>
  rawHeaders.length === 0 && body.length === 0;

const statedVerdict = z.enum(['genuine', 'genuine-reserialised']);
export type StatedCheck = z.infer<typeof statedVerdict>;

/** A content of another form. */
export class DeliveriesUnreadable extends Error {
  override readonly name = 'DeliveriesUnreadable';
}

const LINE_FEED = 10;

/** Dates after it are written with more digits, or not at all, and would not be in order. */
const latest = Date.UTC(9999, 0, 1) - 1;
/** What stands for a time that no delivery can be of. The others of its entry don't fall with it. */
const NO_TIME = -1;

export const isOfNoTime = ({ receivedAt }: RelayedDelivery): boolean => receivedAt === NO_TIME;

const contents = z.strictObject({
  /** 2: with verdicts. */
  version: z.union([z.literal(1), z.literal(2)]),
  deliveries: z.array(
    z.strictObject({
      path: hex16,
      receivedAt: z.int().min(0).max(latest).catch(NO_TIME),
      rawHeaders: z.array(z.string()),
      /** Bytes of the body. */
      size: z.int().min(0),
      verdict: statedVerdict.optional(),
    }),
  ),
});

const factsOf = ({ body, ...facts }: RelayedDelivery): string =>
  JSON.stringify({ ...facts, size: body.length });

/** As it is stored, which may be more than came: quotes and letters beyond ASCII take two bytes. */
export const storedBytes = (delivery: RelayedDelivery, facts = factsOf(delivery)): number =>
  Buffer.byteLength(facts) + delivery.body.length;

function packed(deliveries: readonly RelayedDelivery[], facts: readonly string[]): Uint8Array {
  const version = deliveries.some(({ verdict }) => verdict !== undefined) ? 2 : 1;
  const line = `{"version":${version},"deliveries":[${facts.join(',')}]}\n`;
  return Buffer.concat([Buffer.from(line), ...deliveries.map(({ body }) => body)]);
}

export const packDeliveries = (deliveries: readonly RelayedDelivery[]): Uint8Array =>
  packed(deliveries, deliveries.map(factsOf));

/** In order, as several contents: one that has so many bytes takes no further delivery. */
export function packInParts(deliveries: readonly RelayedDelivery[], full: number): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let from = 0;
  let bytes = 0;
  const facts = deliveries.map(factsOf);
  for (const [at, delivery] of deliveries.entries()) {
    bytes += storedBytes(delivery, facts[at]);
    if (bytes < full && at < deliveries.length - 1) continue;
    parts.push(packed(deliveries.slice(from, at + 1), facts.slice(from, at + 1)));
    from = at + 1;
    bytes = 0;
  }
  return parts;
}

/** Throws DeliveriesUnreadable. Bodies are views of `bytes`. Of one of no time only that it arrived is given. */
export function unpackDeliveries(bytes: Uint8Array): readonly RelayedDelivery[] {
  const end = bytes.indexOf(LINE_FEED);
  const line = Buffer.from(bytes.buffer, bytes.byteOffset, Math.max(0, end)).toString();
  let at = end + 1;
  const unpacked = listedIn(line).map(({ size, ...facts }) => {
    const body = bytes.subarray(at, at + size);
    at += size;
    const one = { ...facts, body };
    return isOfNoTime(one) ? { ...one, rawHeaders: [], body: new Uint8Array() } : one;
  });
  if (at === bytes.length) return unpacked;
  throw new DeliveriesUnreadable('The bodies are not as long as is said of them.');
}

function listedIn(line: string): z.infer<typeof contents>['deliveries'] {
  try {
    return readJson(contents, line).deliveries;
  } catch (cause) {
    throw new DeliveriesUnreadable('What is said of the deliveries can’t be read.', { cause });
  }
}

/** Content of a `verdicts` entry: what a computer with the secret judged of deliveries that a relay took. */
const checkContents = z.strictObject({
  version: z.literal(1),
  of: z
    .array(
      z.strictObject({
        /** The relay's entry. */
        author: hex32,
        sequence: z.int().min(1),
        path: hex16,
        /** One letter for each of its deliveries on that path: genuine, genuine after re-serialising, not verified. */
        kinds: z.string().regex(/^[grx]+$/),
      }),
    )
    .min(1)
    .max(1_000),
});
export type RelayedChecks = z.infer<typeof checkContents>['of'][number];

export const relayedChecksBytes = (of: readonly RelayedChecks[]): Uint8Array =>
  Buffer.from(JSON.stringify({ version: 1, of }));

/** Throws for another form. */
export const readRelayedChecks = (bytes: Uint8Array): readonly RelayedChecks[] =>
  readJson(checkContents, bytes).of;
