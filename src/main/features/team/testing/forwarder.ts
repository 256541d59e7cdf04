/** For tests: a computer of a team that forwards the same deliveries as the others, without a console. */
import { systemClock } from '../../../../platform/clock.ts';
import { migrate } from '../../../../platform/migrations.ts';
import { systemRandom } from '../../../../platform/random.ts';
import { openSqlite } from '../../../../platform/sqlite.ts';
import { openTeamLog } from '../../../../team-log/team-log.ts';
import { signingKeyOf } from '../../../core/audit/signing.ts';
import { createLog } from '../../../core/foundation/log.ts';
import { openForwarding } from '../../webhooks/forwarding/forwarding.ts';
import { forwardingMigrations } from '../../webhooks/forwarding/migrations.ts';
import { createTeamForwarding, teamForwardingMigrations } from '../forwards/team-forwarding.ts';

export interface ForwarderOptions {
  readonly file: string;
  /** Seeds of keys, 64 hex digits each: of all operators of the team, this computer's first. */
  readonly seeds: readonly string[];
  readonly team: string;
  /** URL of the database, with its password. */
  readonly url: string;
  readonly target: string;
  readonly deliveries: number;
  readonly holdMs: number;
}

/** The target is added at the first time; the deliveries become genuine after that. */
export function openForwarder(options: ForwarderOptions) {
  const { seeds, team, url, target, deliveries, holdMs } = options;
  const sqlite = openSqlite({ file: options.file, key: new Uint8Array(32).fill(5) });
  migrate(sqlite, [...forwardingMigrations, ...teamForwardingMigrations]);
  const keys = seeds.map((seed) => signingKeyOf(Buffer.from(seed, 'hex')));
  const [signing] = keys;
  if (signing === undefined) throw new Error('It has no key.');
  let last = 0;
  const forwarder = openForwarding({
    sqlite,
    source: {
      sourceId: 'inbox',
      genuineAfter: (sequence, limit) =>
        Array.from({ length: Math.min(limit, last - sequence) }, (_none, index) => ({
          sequence: sequence + index + 1,
          arrival: sequence + index + 1,
        })),
      lastSequence: () => last,
      takenInUpTo: () => last,
      facts: (arrival) => ({
        webhookId: 'webhook_1',
        eventName: null,
        eventId: `event_${arrival}`,
        receivedAt: 0,
        isFromBackup: false,
      }),
      sameness: (arrival) => `delivery ${arrival}`,
      content: (arrival) => ({ body: Buffer.from(`delivery ${arrival}`), headers: [] }),
    },
    // What is on this computer is never the team's.
    fetch: (url, init) => fetch(String(url).replace('//10.0.0.1:', '//127.0.0.1:'), init),
    clock: systemClock,
    random: systemRandom,
    holdMs,
    timeoutMs: holdMs / 6,
    log: createLog({ level: 'silent', destination: { write: () => undefined } }),
    onChange: () => undefined,
  });
  const input = { name: 'Ledger', url: target, webhookId: null, events: [], isForTeam: true };
  if (forwarder.targets().length === 0) forwarder.addTarget(input);
  last = deliveries;
  const log = openTeamLog({ url, team });
  const once = createTeamForwarding({
    sqlite,
    log: log.forwards,
    signing,
    nameOf: (member) => member.slice(0, 8),
    members: () => keys.map(({ publicKey }) => ({ signing: publicKey, role: 'operator' })),
    firstSecret: () => new Uint8Array(32).fill(7),
  });
  forwarder.setTeam(once.forwarding);
  forwarder.catchUp();
  return {
    target: () => forwarder.targets()[0],
    rows: () => forwarder.list({ targetId: null, state: null, offset: 0, limit: 200 }).rows,
    pause: () => forwarder.pauseTarget(forwarder.targets()[0]?.id ?? '', true),
    async close(): Promise<void> {
      await forwarder.close();
      await once.close();
      await log.close();
      sqlite.close();
    },
  };
}
