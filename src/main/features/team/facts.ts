/**
 * The content of an entry of kind `facts`: lines of canonical JSON, as a hand-over file has them. The first
 * says who wrote it and what computers are called; each other one is an entry of hand-over.
 */
import { z } from 'zod';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { readJson } from '../../../platform/json-column.ts';
import { hex32 } from '../../../team-log/entry.ts';
import { computerName } from '../handover/card.ts';
import { type Entry, entryShape } from '../handover/entries.ts';

/** Bounds of one entry of the log. A single longer line goes by itself. */
export const maxFacts = { bytes: 256 * 1024, lines: 500 };

const start = z.strictObject({
  what: z.literal('start'),
  /** Public key of the author's installation: what its entries say they are from. */
  computer: hex32,
  person: z.string().min(1).max(200).nullable(),
  /** Names that computers gave themselves, by their public keys. */
  computers: z.record(hex32, computerName),
});
export type FactsStart = Omit<z.infer<typeof start>, 'what'>;

export const factsOf = (begin: FactsStart, lines: readonly string[]): Uint8Array =>
  Buffer.from([canonicalJson({ what: 'start', ...begin }), ...lines].join('\n'));

/** First line of the facts, and the others. */
export function linesOfFacts(content: Uint8Array) {
  const [first = '', ...lines] = Buffer.from(content).toString().split('\n');
  return { first, lines };
}

/** Reads the first line of the facts. Throws for another form. */
export function readStart(line: string): FactsStart {
  const { what: _start, ...begin } = readJson(start, line);
  return begin;
}

/** Throws for another form, as of a kind that only a later version knows. */
export const readFact = (line: string): Entry => readJson(entryShape, line);

/** Lines in groups that fit into an entry each, in order. */
export function* inEntries(lines: Iterable<string>): Generator<readonly string[]> {
  let group: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    const size = Buffer.byteLength(line) + 1;
    if (group.length > 0 && (bytes + size > maxFacts.bytes || group.length >= maxFacts.lines)) {
      yield group;
      group = [];
      bytes = 0;
    }
    group.push(line);
    bytes += size;
  }
  if (group.length > 0) yield group;
}

/** What an entry of the log told, to be stored. */
export interface ReadFact {
  readonly file: string;
  readonly fact: Entry;
}

/** In the order in which they are stored. */
const factKinds = ['request', 'observation', 'other'] as const;
export type FactKind = (typeof factKinds)[number];
export const kindOfFact = ({ fact: { what } }: ReadFact): FactKind =>
  what === 'request' || what === 'observation' ? what : 'other';

/** What the others are derived from comes first. */
const kindsInOrder = ['event', 'customer', 'virtualAccount'];

/**
 * In which order facts are stored: requests as they came, as one may repeat another; observations of one record
 * together; then whatever is about them.
 */
export function inOrder(facts: readonly ReadFact[]): ReadFact[] {
  const rankOf = (read: ReadFact): string => {
    const rank = String(factKinds.indexOf(kindOfFact(read)));
    if (read.fact.what !== 'observation') return rank;
    const { kind, id } = read.fact.content;
    const first = kindsInOrder.indexOf(kind);
    return `${rank}${first === -1 ? kindsInOrder.length : first} ${kind} ${id}`;
  };
  const ranked = facts.map((fact) => ({ fact, rank: rankOf(fact) }));
  ranked.sort((left, right) => (left.rank < right.rank ? -1 : Number(left.rank > right.rank)));
  return ranked.map(({ fact }) => fact);
}
