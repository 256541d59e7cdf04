/** Catching up on a team's log from nothing, against reading and opening the same bytes. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { signingKeyOf } from '../../src/main/core/audit/signing.ts';
import { systemRandom } from '../../src/platform/random.ts';
import { addMember } from '../../src/team-log/membership-changes.ts';
import { type PostgresServer, startPostgres } from '../../src/team-log/testing/postgres.ts';
import { createTeam, randomStream } from '../../src/team-log/testing/team.ts';
import type { Figure } from './figure.ts';
import { runSmall } from './processes.ts';
import { buildProgram } from './program-build.ts';
import { corpus, fill, linesOf } from './team-corpus.ts';

const caughtUpShape = z.object({
  cpuMs: z.number(),
  ms: z.number(),
  peakMb: z.number(),
  moreMb: z.number(),
  blockMs: z.number(),
});

export async function teamCatchUpSpeed(entries: number): Promise<Figure[]> {
  // On the disk, where a commit waits for it.
  const folder = await mkdtemp(join(tmpdir(), 'causeway-bench-'));
  const server = await startPostgres({ max_wal_size: '4GB', shared_buffers: '256MB' });
  const built = await buildProgram('team-catch-up', 'tests/bench/team-catch-up.ts');
  try {
    return await catchingUp(server, built.program, folder, entries);
  } finally {
    await built.remove();
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

/** Each in a process of its own, in turn. */
async function catchingUp(
  server: PostgresServer,
  program: string,
  folder: string,
  entries: number,
): Promise<Figure[]> {
  const { name, desk, admin } = await server.createTeamDatabase();
  const made = createTeam();
  const stream = randomStream();
  const seed = randomBytes(32).toString('hex');
  const reader = signingKeyOf(Buffer.from(seed, 'hex'));
  const facts = corpus(made, stream, entries);
  const first = facts.next();
  const member = { signing: reader.publicKey, sealing: reader.sealingKey };
  const added = { member, role: 'operator' as const, invitation: seed, name: 'x' };
  made.change(addMember(made.membership(), made.epochs(), added, systemRandom));
  const bytes =
    (await fill(admin, made.entries)) +
    (await fill(admin, first.done === true ? [] : [first.value])) +
    (await fill(admin, facts));
  // So that none reads from the disk what another finds in memory.
  await server.run('SELECT count(sha256(bytes)) FROM causeway.entries', name);
  const caughtUp = async (how: 'plain' | 'judged' | 'desk') => {
    const args = [how, desk, made.team, stream, entries, seed, folder];
    return caughtUpShape.parse(await runSmall(program, args));
  };
  const peer = await caughtUp('plain');
  const log = await caughtUp('judged');
  const ours = await caughtUp('desk');
  const amount = `${entries.toLocaleString('en-US')} entries of ${linesOf()} lines, ${Math.round(bytes / 2 ** 20)} MB`;
  return [
    {
      name: `catching up on ${amount}, from nothing, checked and stored, against reading and opening the same bytes`,
      value: log.cpuMs / peer.cpuMs,
      unit: 'times the processor',
      atMost: 2,
      basis: `${said(log)} against ${said(peer)}`,
    },
    {
      name: `the same into the records, against that`,
      value: ours.cpuMs / peer.cpuMs,
      unit: 'times the processor',
      atMost: 2,
      basis: `${said(ours)} against ${said(peer)}`,
    },
    {
      name: 'memory that catching up takes',
      value: ours.peakMb,
      unit: 'MB',
      atMost: 300,
      basis: `resident memory of the process at most, ${Math.round(ours.moreMb)} of them more than before; main busy for ${Math.round(ours.blockMs)} ms at most`,
    },
  ];
}

const said = ({ cpuMs, ms }: { cpuMs: number; ms: number }): string =>
  `${(cpuMs / 1_000).toFixed(1)} s of processor in ${(ms / 1_000).toFixed(1)} s`;
