/** A computer that is killed at any moment tells the team all that it had stored, once, and forks nothing. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemRandom } from '../../../platform/random.ts';
import { testFolder } from '../../../platform/testing/test-folder.ts';
import { createChain } from '../../../team-log/chain.ts';
import { headOfEntry, streamOfTeam } from '../../../team-log/entry.ts';
import { createEpochs } from '../../../team-log/epochs.ts';
import { foldMembership } from '../../../team-log/membership.ts';
import { addMember, foundTeam } from '../../../team-log/membership-changes.ts';
import { membershipBytes } from '../../../team-log/membership-payload.ts';
import { openTeamLog } from '../../../team-log/team-log.ts';
import { type PostgresServer, startPostgres } from '../../../team-log/testing/postgres.ts';
import { profileMigrations } from '../../console/profile-session.ts';
import { type ComputerOptions, keyOfSeed, openComputer } from './testing/computer.ts';

const rounds = 6;
const at = '2026-11-26T10:00:00.000Z';
const newSeed = () => randomBytes(32).toString('hex');

let root = '';
let server: PostgresServer;
beforeEach(async () => {
  root = testFolder();
  server = await startPostgres();
}, 60_000);
afterEach(async () => {
  await server.stop();
});

const program = (options: ComputerOptions, round: number) => `
  import { openComputer } from ${JSON.stringify(join(import.meta.dirname, 'testing/computer.ts'))};
  import { profileMigrations } from ${JSON.stringify(join(import.meta.dirname, '../../console/profile-session.ts'))};
  const computer = openComputer(${JSON.stringify(options)}, profileMigrations);
  process.stdout.write('.');
  for (let count = 0; count < 400; count += 1) {
    computer.observe('customer_${round}_' + count);
    await new Promise((done) => setTimeout(done, count % 7));
  }
`;

async function runAndKill(options: ComputerOptions, round: number): Promise<void> {
  const file = join(root, 'work.ts');
  writeFileSync(file, program(options, round));
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  await after(40 + round * 90);
  child.kill('SIGKILL');
  await ended;
}

it('after kills at sampled moments all have the same, and no chain has a gap or a fork', async () => {
  const database = await server.createTeamDatabase();
  const owner = newSeed();
  const other = newSeed();
  const signing = keyOfSeed(owner);
  const random = systemRandom;
  const { team, entry } = foundTeam({ signing, name: 'x', at, random });
  const own = streamOfTeam(team);
  const now = foldMembership(team, [entry]);
  const { publicKey, sealingKey } = keyOfSeed(other);
  const order = {
    member: { signing: publicKey, sealing: sealingKey },
    role: 'operator' as const,
    invitation: newSeed(),
    name: 'x',
  };
  const content = membershipBytes(addMember(now, createEpochs(signing, now), order, random));
  const chain = createChain({ signing, team, stream: own, head: headOfEntry(entry), random });
  const added = chain.next({ kind: 'membership', epoch: null, content, at, follows: now.head });
  const log = openTeamLog({ url: database.desk, team });
  await log.append([entry, added]);
  await log.close();

  const shared = { team, stream: 'cd'.repeat(16), url: database.desk };
  const killed = { ...shared, file: join(root, 'killed.db'), seed: other };
  for (let round = 0; round < rounds; round += 1) await runAndKill(killed, round);
  const left = openComputer(killed, profileMigrations);
  const reading = { ...shared, file: join(root, 'reader.db'), seed: owner };
  const reader = openComputer(reading, profileMigrations);
  try {
    await left.exchange.now();
    await reader.exchange.now();
    expect(left.observed().length).toBeGreaterThan(rounds);
    expect(reader.observed()).toEqual(left.observed());
    for (const { state } of [left, reader]) {
      expect(state.problems()).toEqual([]);
      expect(state.toSend()).toBe(0);
      expect(state.get()?.ended).toBeNull();
    }
  } finally {
    await Promise.all([left.close(), reader.close()]);
  }
}, 120_000);
