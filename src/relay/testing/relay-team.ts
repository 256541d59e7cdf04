/** A team with a database and paths, whose relays tests start; and what those made durable. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sign } from '../../contract/signature.ts';
import { randomHex, systemRandom } from '../../platform/random.ts';
import { type RelayedDelivery, unpackDeliveries } from '../../team-log/deliveries.ts';
import type { SignedEntry } from '../../team-log/entry.ts';
import { createJudge } from '../../team-log/judge.ts';
import { type AddOrder, addMember } from '../../team-log/membership-changes.ts';
import { createMemoryStore } from '../../team-log/memory-store.ts';
import { hashOfPath, pathsBytes, sealSecret } from '../../team-log/paths.ts';
import type { Cursor } from '../../team-log/read.ts';
import { readRelayCard } from '../../team-log/relay-card.ts';
import { openTeamLog } from '../../team-log/team-log.ts';
import type { PostgresServer } from '../../team-log/testing/postgres.ts';
import { at, createTeam, randomStream } from '../../team-log/testing/team.ts';
import { type RelayProcess, startRelayProcess } from './relay-process.ts';

export const secret = 'secret_of_the_webhook';

export async function createRelayTeam(server: Pick<PostgresServer, 'createTeamDatabase'>) {
  const database = await server.createTeamDatabase();
  const made = createTeam();
  const { team, own, owner } = made;
  const stream = randomStream();
  const log = openTeamLog({ url: database.desk, team });
  const directory = mkdtempSync(join(tmpdir(), 'causeway-relay-'));
  const processes: RelayProcess[] = [];
  await log.append(made.entries);

  /** Entries of the profile, in the order of the log. */
  async function entries(of = stream): Promise<readonly SignedEntry[]> {
    const found: SignedEntry[] = [];
    let cursor: Cursor | null = null;
    for (;;) {
      const read = await log.read(of, cursor, { entries: 1_000, bytes: 16_000_000 });
      cursor = read.cursor;
      if (read.entries.length === 0) return found;
      found.push(...read.entries);
    }
  }

  /** A new member, and its place in the log. */
  async function add(change: AddOrder): Promise<void> {
    const payload = addMember(made.membership(), made.epochs(), change, systemRandom);
    await log.append([made.change(payload)]);
  }

  return {
    team,
    stream,
    owner,
    log,
    made,
    entries,
    database,
    add,
    keyFile: (name: string) => join(directory, name),
    async start(name = 'one', port?: number, more: readonly string[] = []): Promise<RelayProcess> {
      const key = join(directory, name);
      const url = database.relay;
      const relay = await startRelayProcess({
        team,
        url,
        key,
        ...(port !== undefined && { port }),
        more,
      });
      processes.push(relay);
      return relay;
    },
    /** Admits it and waits until it knows. */
    async admit(relay: RelayProcess): Promise<string> {
      const card = readRelayCard(relay.card);
      if (card === null) throw new Error('The card can’t be read.');
      const { signing, sealing } = card;
      const change = {
        member: { signing, sealing },
        role: 'relay' as const,
        invitation: randomHex(systemRandom, 32),
        name: JSON.stringify({ name: card.name, url: 'https://hooks.example.com' }),
      };
      await add(change);
      await relay.said('admitted; deliveries are taken');
      return signing;
    },
    /** Names a new path; its secret is sealed to the relays that are named. */
    async namePath(
      relays: readonly string[] = [],
      { path = randomHex(systemRandom, 16), of = secret } = {},
    ): Promise<string> {
      const hash = hashOfPath(path);
      const secrets = relays.map((key) => {
        const member = made.membership().members.get(key);
        if (member === undefined) throw new Error('No such relay.');
        const place = { team, stream, path: hash };
        return sealSecret(member, place, { webhookId: 'webhook_1', secret: of }, systemRandom);
      });
      const content = pathsBytes({ version: 1, stream, paths: [{ path: hash, secrets }] });
      await log.append([
        made.chainOf(owner, own).next({ kind: 'paths', epoch: null, content, at }),
      ]);
      return path;
    },
    async deliveries(): Promise<readonly RelayedDelivery[]> {
      const epochs = made.epochs();
      return (await entries())
        .filter(({ kind }) => kind === 'deliveries')
        .flatMap((entry) => unpackDeliveries(epochs.open(entry)));
    },
    /** As a computer takes the log that sees it for the first time: deliveries, and what is wrong with the others. */
    async judged() {
      const judge = createJudge(team, createMemoryStore());
      for (const entry of await entries(made.own)) judge.judge(entry, made.own);
      const epochs = made.epochs();
      const taken: string[] = [];
      const problems: string[] = [];
      for (const entry of await entries()) {
        const verdict = judge.judge(entry, stream);
        if (verdict.is === 'problem') problems.push(verdict.problem.kind);
        else if (entry.kind === 'deliveries')
          for (const { body } of unpackDeliveries(epochs.open(entry)))
            taken.push(Buffer.from(body).toString());
      }
      return { taken, problems };
    },
    async remove(): Promise<void> {
      for (const relay of processes) relay.signal('SIGKILL');
      await Promise.all(processes.map(({ ended }) => ended));
      await log.close();
      rmSync(directory, { recursive: true });
    },
  };
}

export type RelayTeam = Awaited<ReturnType<typeof createRelayTeam>>;

export const eventBody = (id: string, size = 0): string =>
  JSON.stringify({ id, name: 'wallet.create', filling: 'x'.repeat(size) });

export const signed = (body: string, by = secret) => ({
  'content-type': 'application/json',
  signature: sign(new TextEncoder().encode(body), by),
});

/** Status of the answer; 0 where none came. */
export async function post(
  port: number,
  path: string,
  body: string,
  headers: Readonly<Record<string, string>> = signed(body),
): Promise<number> {
  const url = `http://127.0.0.1:${port}/hooks/${path}`;
  try {
    const response = await fetch(url, { method: 'POST', headers, body });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** Once the relay has read that the path is the team's. */
export async function untilNamed(port: number, path: string): Promise<void> {
  const headers = { 'causeway-proof': '0'.repeat(32) };
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if ((await post(port, path, '{}', headers)) === 204) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('The relay did not learn of the path.');
}
