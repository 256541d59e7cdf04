/**
 * `npm run bench`: figures as ratios to a peer in the same run, but for the starts, the size of the page
 * and the times of the timeline. Commit and machine stand above them. `-- --only NAME` measures one of
 * them, `-- --quick` with few rounds. Figures are printed; nothing is asserted, since a machine that is
 * busy with something else proves nothing.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { helpWhenAsked } from '../support/help.ts';
import { runCommand } from '../support/run-command.ts';
import { ensureSystemPackages, postgresql, wrk } from '../support/system-packages.ts';
import { bridgeSpeed } from './bridge-speed.ts';
import { bulkSpeed } from './bulk-speed.ts';
import { type Figure, line } from './figure.ts';
import { keptSpeed } from './kept-speed.ts';
import { pageSpeed } from './page-speed.ts';
import { receiverSpeed } from './receiver-speed.ts';
import { reconcileSpeed } from './reconcile-speed.ts';
import { relaySpeed } from './relay-speed.ts';
import { sandboxSpeed } from './sandbox-speed.ts';
import { scaleSpeed } from './scale-speed.ts';
import { sheetsSpeed } from './sheets-speed.ts';
import { startTimes } from './starts.ts';
import { teamCatchUpSpeed } from './team-catch-up-speed.ts';
import { teamSpeed } from './team-speed.ts';
import { timelinePageSpeed } from './timeline-page.ts';
import { timelineSpeed } from './timeline-speed.ts';
import { treasurySpeed } from './treasury.ts';
import { whereAndWhat } from './where-and-what.ts';

helpWhenAsked(`Usage: npm run bench [-- options]

Figures as ratios to a peer in the same run. The peers are installed once, with a package.json of
their own. Nothing is asserted: a machine that is busy with something else proves nothing.

  --only NAME   one of sandbox, start, bridge, page, timeline, timeline-page, treasury,
                receiver, relay, bulk, reconcile, sheets, kept, team, team-catch-up, scale
  --quick       few rounds
  --events N    observations of kept, events of treasury, entries of team-catch-up; as asked of them else
  --help        show this
`);

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    events: { type: 'string' },
  },
});

const benchmarks: Readonly<Record<string, () => Promise<Figure[]>>> = {
  sandbox: () => sandboxSpeed(values.quick ? 1 : 5, values.quick ? 2 : 5),
  start: () => startTimes(values.quick ? 3 : 10),
  bridge: () => bridgeSpeed(values.quick ? 500 : 5_000),
  page: () => pageSpeed(values.quick ? 3 : 15),
  timeline: () => timelineSpeed(values.quick ? 100_000 : 1_000_000, values.quick ? 60 : 400),
  'timeline-page': () =>
    timelinePageSpeed(values.quick ? 100_000 : 1_000_000, values.quick ? 20 : 60),
  treasury: () =>
    treasurySpeed(
      Number(values.events ?? (values.quick ? 20_000 : 1_000_000)),
      values.quick ? 40 : 200,
    ),
  bulk: () => bulkSpeed(values.quick ? 2_000 : 10_000, values.quick ? 2_000 : 10_000),
  reconcile: () => reconcileSpeed(values.quick ? 2_000 : 10_000, values.quick ? 20_000 : 100_000),
  sheets: () => sheetsSpeed(values.quick ? 500 : 2_000),
  kept: () =>
    keptSpeed({
      entries: values.quick ? 100_000 : 1_000_000,
      events: Number(values.events ?? (values.quick ? 5_000 : 1_000_000)),
      rounds: values.quick ? 3 : 5,
    }),
  team: () =>
    teamSpeed({
      seconds: values.quick ? 3 : 15,
      desks: values.quick ? 10 : 50,
      writes: values.quick ? 40 : 200,
    }),
  'team-catch-up': () =>
    teamCatchUpSpeed(Number(values.events ?? (values.quick ? 20_000 : 1_000_000))),
  scale: () => scaleSpeed(values.quick ? [100_000, 200_000] : [1_000_000, 2_000_000, 4_000_000]),
  relay: () => relaySpeed(values.quick ? 1 : 3, values.quick ? 3 : 8),
  receiver: () => receiverSpeed(values.quick ? 1 : 3, values.quick ? 2 : 5),
};

/** The peers have their own package.json, so that the project never installs them. */
async function installPeers(): Promise<void> {
  const bench = fileURLToPath(new URL('.', import.meta.url));
  if (existsSync(`${bench}/node_modules/@duckdb/node-api`)) return;
  await must(['npm', 'ci', '--prefix', bench]);
}

async function must(command: readonly string[]): Promise<void> {
  const { ok, output } = await runCommand([...command]);
  if (!ok) throw new Error(`${command.join(' ')} failed:\n${output}`);
}

const wanted = Object.entries(benchmarks).filter(
  ([name]) => values.only === undefined || values.only === name,
);
if (wanted.length === 0) {
  process.stderr.write(`--only takes one of ${Object.keys(benchmarks).join(', ')}\n`);
  process.exit(2);
}
// The others say themselves what they miss.
const needed = wanted.flatMap(([name]) =>
  name === 'relay' ? [postgresql, wrk] : name === 'receiver' ? [wrk] : [],
);
if (!(await ensureSystemPackages([...new Set(needed)]))) process.exit(1);
await installPeers();
await must(['npm', 'run', 'build']);
process.stdout.write(`${whereAndWhat()}\n`);
for (const [name, measure] of wanted) {
  process.stdout.write(`\n${name}\n`);
  for (const figure of await measure()) process.stdout.write(`  ${line(figure)}\n`);
}
