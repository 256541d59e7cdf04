/** How long exact bytes and inputs are kept. A person chooses it in main's own document, after seeing what goes. */
import { implement } from '@orpc/server';
import { retentionContract } from '../../../bridge/retention.ts';
import { counted } from '../../../bridge/words.ts';
import { addColumns, type Migration } from '../../../platform/migrations.ts';
import type { AskPerson, Confirmation } from '../../core/feature/confirmation.ts';
import type { Feature } from '../../core/feature/feature.ts';
import { invalid } from '../../core/intents/failed.ts';
import type { WebhooksApi } from '../webhooks/feature.ts';
import type { RetentionCounts } from './removals.ts';
import { openRetention, type Retention } from './retention.ts';

interface Uses {
  readonly webhooks: Pick<WebhooksApi, 'open'>;
}
export interface RetentionInstalled {
  readonly ask: AskPerson;
}

export interface RetentionApi extends Retention {
  readonly profileName: string;
}

const retention = implement(retentionContract);
const mostMonths = 240;

/** What was reduced by an earlier version, of which less stays now: from the number `done` up to `last`. */
const readAllAgain = `
  INSERT OR REPLACE INTO retention_again
    SELECT 'deliveries', 0, max(arrival) FROM retention_done HAVING count(*) > 0
    UNION ALL SELECT 'inputs', 0, max(sequence) FROM retention_inputs_done HAVING count(*) > 0
    UNION ALL SELECT 'runs', 0, max(run) FROM retention_runs_done HAVING count(*) > 0;
`;

const unrecorded = ['deliveries', 'responses', 'inputs'].map(
  (name) => `unrecorded_${name} INTEGER NOT NULL DEFAULT 0`,
);

export const retentionMigrations: readonly Migration[] = [
  {
    id: '2026-11-26-retention-1',
    up: (sqlite) =>
      sqlite.exec(`
        CREATE TABLE retention (
          only INTEGER PRIMARY KEY CHECK (only = 1),
          -- Months; null: for ever.
          deliveries INTEGER,
          responses INTEGER,
          applied_at TEXT,
          applied_deliveries INTEGER NOT NULL DEFAULT 0,
          applied_responses INTEGER NOT NULL DEFAULT 0,
          inputs INTEGER,
          applied_inputs INTEGER NOT NULL DEFAULT 0,
          -- What went and has no entry in the audit log yet (removals.ts).
          ${unrecorded.join(',\n          ')}
        ) STRICT;
        INSERT INTO retention (only) VALUES (1);
        -- Deliveries of which nothing more is left to go.
        CREATE TABLE retention_done (arrival INTEGER PRIMARY KEY) STRICT;
      `),
  },
  {
    id: '2026-11-26-retention-2',
    // And requests of whose input nothing more is left to go, by their number.
    up(sqlite) {
      const applied = 'applied_inputs INTEGER NOT NULL DEFAULT 0';
      addColumns(sqlite, 'retention', 'inputs INTEGER', applied);
      sqlite.exec('CREATE TABLE retention_inputs_done (sequence INTEGER PRIMARY KEY) STRICT');
    },
  },
  {
    id: '2026-11-26-retention-3',
    // Bulk runs of whose rows without a request nothing more is left to go, by their number.
    up: (sqlite) =>
      sqlite.exec('CREATE TABLE retention_runs_done (run INTEGER PRIMARY KEY) STRICT'),
  },
  {
    id: '2026-11-28-retention-4',
    up: (sqlite) =>
      sqlite.exec(`
        CREATE TABLE retention_again (
          what TEXT PRIMARY KEY,
          done INTEGER NOT NULL,
          last INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        ${readAllAgain}
      `),
  },
  { id: '2026-11-29-retention-5', up: (sqlite) => sqlite.exec(readAllAgain) },
  {
    id: '2026-11-30-retention-6',
    // And whole deliveries whose bytes are being removed.
    up(sqlite) {
      addColumns(sqlite, 'retention', ...unrecorded);
      sqlite.exec('CREATE TABLE retention_begun (arrival INTEGER PRIMARY KEY) STRICT');
    },
  },
];

export const retentionFeature: Feature<'retention', RetentionApi, Uses, RetentionInstalled> = {
  migrations: retentionMigrations,
  open(core, { webhooks }) {
    const opened = openRetention({
      ...core,
      deliveries: webhooks.open,
      service: {
        // The built-in sandbox goes by this clock.
        time: () =>
          core.profile.environment === 'built-in' ? core.clock.now() : core.client.time(),
        probe: () => core.client.probe(),
      },
      onChange() {
        for (const topic of ['retention', 'audit'] as const) core.notify({ topic, ids: [] });
      },
    });
    return {
      api: { ...opened, profileName: core.profile.name },
      drain: opened.close,
    };
  },
  procedures: (api, { ask }) => ({
    retention: {
      get: retention.get.handler(() => api().view()),
      change: retention.change.handler(async ({ input: { profileId } }) => ({
        path: await ask(changeDocument(api(profileId), () => api(profileId))),
      })),
      apply: retention.apply.handler(async ({ input: { profileId } }) => {
        await api(profileId).apply();
        return api(profileId).view();
      }),
    },
  }),
};

/** `now`: the profile as it is when the button is pressed. */
function changeDocument(shown: RetentionApi, now: () => Retention): Confirmation {
  const before = shown.view();
  const months = (name: keyof RetentionCounts, label: string) => ({
    name,
    label,
    isOpen: true,
    isOptional: true,
    help: `Months. Leave it empty to keep them forever. Now: ${inWords(before[name])}.`,
  });
  return {
    title: 'Change retention',
    facts: [['Profile', shown.profileName]],
    paragraphs: [
      'Causeway removes older exact bytes every day. What it read from them stays: records and their sources, requests, the timeline and the audit log. Inputs of older requests keep their IDs, amounts, networks and times.',
      'Deliveries of payouts that have not ended, deliveries that wait to be forwarded, and responses to requests that are unresolved stay until they are done. Inputs of requests that were ever unresolved stay, because such a request may be sent again, and so do those for customers without an email address, because Causeway recognises a duplicate by nothing else. Requests for approval in a team stay whole: only an erasure reduces them.',
      'You first see what would be removed now.',
    ],
    fields: [
      months('deliveries', 'Keep the bytes of deliveries for'),
      months('responses', 'Keep the bytes of responses for'),
      months('inputs', 'Keep the inputs of requests for'),
    ],
    button: 'Show what would be removed',
    async act(fields) {
      const limits = {
        deliveries: read(fields, 'deliveries'),
        responses: read(fields, 'responses'),
        inputs: read(fields, 'inputs'),
      };
      const found = await now().preview(limits);
      const doubt = await now().clockDoubt();
      return {
        next: {
          title: 'Apply this retention?',
          facts: [
            ['Profile', shown.profileName],
            ['Bytes of deliveries', inWords(limits.deliveries)],
            ['Bytes of responses', inWords(limits.responses)],
            ['Inputs of requests', inWords(limits.inputs)],
            ['Removed now', countsInWords(found)],
          ],
          paragraphs: [
            ...(doubt === null ? [] : [doubt]),
            'Removed data can’t be restored, except from a backup. An evidence pack of these deliveries then has only what is left of them, and says so.',
          ],
          button: 'Apply',
          async act() {
            const removed = await now().change(limits);
            const { waiting } = now().view();
            const rest = waiting === null ? '' : ` ${waiting}`;
            return { sentence: `Removed: ${countsInWords(removed)}.${rest}` };
          },
        },
      };
    },
  };
}

function read(fields: URLSearchParams, name: string): number | null {
  const typed = fields.get(name)?.trim() ?? '';
  if (typed === '') return null;
  const months = /^\d{1,3}$/.test(typed) ? Number(typed) : 0;
  if (months >= 1 && months <= mostMonths) return months;
  throw invalid(`Enter months from 1 to ${mostMonths}, or leave it empty.`, 'retention', true);
}

const inWords = (months: number | null): string =>
  months === null ? 'forever' : counted(months, 'month', 'months');

const countsInWords = ({ deliveries, responses, inputs }: RetentionCounts): string =>
  `the bytes of ${counted(deliveries, 'delivery', 'deliveries')} and ${counted(responses, 'response', 'responses')}, and what is personal in the inputs of ${counted(inputs, 'request or row of a bulk run', 'requests or rows of bulk runs')}`;
