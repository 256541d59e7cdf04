/** For tests: a small pack with a real audit log behind it. */
import type { PersonalData } from '../../../../bridge/evidence.ts';
import { canonicalJson } from '../../../../platform/canonical-json.ts';
import { chainHash, GENESIS } from '../../../core/audit/chain.ts';
import { signHead, signingKeyOf } from '../../../core/audit/signing.ts';
import { pathsOf } from '../../../core/audit/tree.ts';
import { committed } from '../../../core/audit/words.ts';
import type { AuditPartOf, ProvedEntry } from '../audit-part.ts';
import { writePack } from '../pack.ts';

export const signing = signingKeyOf(Buffer.alloc(32, 7));
const at = '2026-11-25T12:00:00.000Z';

/** Entries 3, 4 and 7 of nine. */
export function testAudit(key = signing): AuditPartOf {
  const entries: ProvedEntry[] = [];
  let before = GENESIS;
  for (let sequence = 1; sequence <= 9; sequence += 1) {
    const plain = { customerId: 'customer_1', number: sequence };
    // One with what a person wrote.
    const kept = committed(sequence === 3 ? { ...plain, note: 'called' } : plain, {
      bytes: (length) => new Uint8Array(length).fill(7),
    });
    const facts = canonicalJson(kept.facts);
    const entry = { sequence, at, action: 'customer.create.created', facts };
    const hash = chainHash(before, entry);
    const beside = kept.beside === null ? {} : { beside: kept.beside };
    entries.push({ ...entry, ...beside, before, hash });
    before = hash;
  }
  const hashes = entries.map(({ hash }) => hash);
  const { root, paths } = pathsOf(hashes, 9, [4, 7]);
  const about = { installationId: 'i', profileId: 'p' };
  return {
    head: signHead(key, { ...about, sequence: 9, hash: before, root, at }),
    entries: entries
      .filter(({ sequence }) => [3, 4, 7].includes(sequence))
      .map((entry) => {
        const path = paths.get(entry.sequence);
        return path === undefined ? entry : { ...entry, path };
      }),
  };
}

export interface TestPack {
  readonly personalData?: PersonalData;
  readonly key?: typeof signing;
  readonly audit?: AuditPartOf;
  readonly deliveries?: readonly object[];
  readonly known?: readonly string[];
  readonly verifier?: string;
  /** The pack’s subject in words. */
  readonly words?: string;
}

const body =
  '{"id":"event_1","name":"customer.create","data":{"customer":{"email":"ada@example.com"}}}';

async function* each(contents: readonly object[]): AsyncGenerator<object> {
  yield* contents;
}

export async function testPack({
  personalData = 'whole',
  key = signing,
  audit = testAudit(key),
  deliveries = [{ arrival: 1, receivedAt: at, eventId: 'event_1', isExact: false, text: body }],
  known = [],
  verifier = 'export {};\n',
  words = 'Customer customer_1',
}: TestPack = {}): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const file = {
    write: async (content: string | Uint8Array) => void pieces.push(Buffer.from(content)),
    finish: async () => undefined,
    discard: async () => undefined,
  };
  const writing = {
    open: async () => file,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  };
  await writePack(writing, {
    signing: key,
    known: { values: () => known },
    personalData,
    verifier,
    expected: 4,
    about: {
      subject: { kind: 'customer', id: 'customer_1', words },
      personalData,
      madeAt: at,
      knownAt: at,
      by: 'ada',
      installationId: 'i',
      erased: [],
      profile: { id: 'p', name: 'Treasury', environment: 'production' },
    },
    contents: {
      deliveries: each(deliveries),
      requests: each([
        { key: 'a'.repeat(32), input: { email: 'ada@example.com' }, journalledAt: at },
      ]),
      records: each([{ kind: 'customer', id: 'customer_1', body: { email: 'ada@example.com' } }]),
      sources: each([{ kind: 'customer', id: 'customer_1', source: 'read', observedAt: at }]),
      'sign-offs': each([{ kind: 'customer', id: 'customer_1', at, note: 'Asked Ada.' }]),
    },
    audit: () => Promise.resolve(audit),
  });
  return Buffer.concat(pieces);
}
