/**
 * A computer of a team as a process of its own: the whole console, without a page, with its database in a file.
 * What it does is said over the channel of its parent (`DeskCalls`).
 */
import { responseExamples } from '../../src/contract/examples.ts';
import { invite, startDesk, teamOf, wordsAsked } from '../../src/main/console/team/testing/team.ts';
import {
  createTestDirectory,
  documentAt,
  submitDocument,
} from '../../src/main/console/testing/console.ts';
import { invitationOf } from '../../src/main/features/team/invitation.ts';
import { randomHex, systemRandom } from '../../src/platform/random.ts';

/** Milliseconds on a clock that all processes of this machine share. */
const now = (): number => Number(process.hrtime.bigint()) / 1e6;

let made = 0;
/** A service that creates what it is asked for, at once. */
const service: typeof fetch = async (to, init) => {
  const request = new Request(to, init);
  if (request.method !== 'POST') return Response.json({}, { status: 404 });
  const given = (await request.json()) as object;
  made += 1;
  const id = `customer_${process.pid}_${made}`;
  return Response.json({ ...responseExamples.createCustomer, ...given, id }, { status: 201 });
};

const directory = createTestDirectory();
const desk = await startDesk(directory, { fetch: service });
const { bridge, profileId } = desk;
const { path: token } = await bridge.vault.openSecretEntry({ purpose: 'token', profileId });
await submitDocument(desk, token, { token: 'token_of_the_benchmark_1234' });

/** When each customer stood in this computer's list first. */
const seen = new Map<string, number>();
async function watch(): Promise<void> {
  for await (const { topic } of await bridge.updates.watch()) {
    if (topic !== 'customers' && topic !== 'everything') continue;
    const { rows } = await bridge.customers.list({});
    const at = now();
    for (const { id } of rows) if (!seen.has(id)) seen.set(id, at);
  }
}

interface Access {
  readonly database: string;
  readonly user: string;
  readonly password: string;
}
const ends = (html: string, expected: string): void => {
  if (!html.includes(expected))
    throw new Error(/class="problem"[^>]*>(.*?)<\/p>/s.exec(html)?.[1] ?? html);
};

const calls = {
  async found(access: Access) {
    const { path } = await bridge.team.found({ profileId });
    ends(await submitDocument(desk, path, { ...access }), 'Team created');
  },
  /** Text and ID. */
  async invite() {
    const text = await invite(desk);
    return { text, id: invitationOf(text, Date.now()).id };
  },
  /** Gives the words of this computer. */
  async join(invitation: string, { user, password }: Access) {
    const { path } = await bridge.team.join({ profileId });
    await submitDocument(desk, path, { invitation });
    await submitDocument(desk, path, { user, password });
    return (await teamOf(desk)).own.words;
  },
  async requests() {
    return (await teamOf(desk)).requests.map(({ id }) => id);
  },
  async admit(id: string, words: readonly string[]) {
    const { path } = await bridge.team.admit({ profileId, id });
    const typed = wordsAsked(documentAt(desk, path), words);
    const admitted = await submitDocument(desk, path, {
      ...typed,
      role: 'operator',
      person: 'new',
    });
    ends(admitted, 'Computer admitted');
  },
  async team() {
    const { state, members, problems } = await teamOf(desk);
    return { state, members: members.length, problems: problems.map(({ sentence }) => sentence) };
  },
  async watch() {
    void watch();
  },
  /** As a person who sends the form; `at` is when the answer was there. */
  async create(email: string) {
    const began = now();
    const intentKey = randomHex(systemRandom, 16);
    const input = { type: 'individual' as const, email };
    const { id } = await bridge.customers.create({ profileId, intentKey, input });
    const at = now();
    return { id, at, ms: at - began };
  },
  async seen() {
    return Object.fromEntries(seen);
  },
  /** Processor time so far in milliseconds, resident memory in MB. */
  async usage() {
    const { user, system } = process.cpuUsage();
    return { cpuMs: (user + system) / 1_000, mb: process.memoryUsage().rss / 2 ** 20 };
  },
  async close() {
    await directory.remove();
  },
};
export type DeskCalls = typeof calls;

process.on('message', ({ call, name, args }: { call: number; name: keyof DeskCalls; args: [] }) => {
  (calls[name] as (...given: unknown[]) => Promise<unknown>)(...args).then(
    (result) => process.send?.({ call, result }),
    (error: unknown) => process.send?.({ call, error: String(error) }),
  );
});
process.on('disconnect', () => void directory.remove().finally(() => process.exit()));
process.send?.({ call: 0 });
