import { IconTableImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { BulkRun } from '../../../bridge/bulk.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { type Feature, type FrameNotice, screen, screenFile } from '../../app/feature.tsx';
import { leadingNotice } from '../../app/shell/frame-line.tsx';
import { bulkPaths } from './paths.ts';
import { runToShow } from './places.ts';

const bulk = screenFile(async () => (await import('./bulk-screen.tsx')).BulkScreen);

export const bulkFeature: Feature = {
  paths: bulkPaths,
  title: 'Bulk runs',
  Icon: IconTableImport,
  screens: [
    screen(bulkPaths.root, bulk, (part, id, step, rows) => ({
      rest: [part, id, step, rows].filter((one) => one !== null).join('/'),
    })),
  ],
  areas: { bulk: ['bulk'] },
  finds: [{ kind: 'bulkRun', title: 'Bulk runs', hrefOf: bulkPaths.run }],
  actions: [
    {
      title: 'New bulk run',
      href: bulkPaths.new,
      words: 'create file CSV XLSX',
      writesToService: true,
    },
  ],
  useNotices: useRunNotice,
};

/** A run that goes on, or waits for someone, said over every screen but its own. */
function useRunNotice(): FrameNotice[] {
  const { queries } = useBridge();
  const runs = useQuery(queries.bulk.runs.list.queryOptions({ input: { limit: 10 } }));
  const run = runToShow(runs.data?.rows ?? []);
  if (run === null) return [];
  return [
    leadingNotice({
      key: `run ${run.id}`,
      tone: run.state === 'running' ? 'blue' : 'amber',
      leadsTo: bulkPaths.run(run.id),
      see: 'Show run',
      words: wordsOf(run),
    }),
  ];
}

function wordsOf({ state, kind, fileName, counts, total }: BulkRun): string {
  if (state === 'paused')
    return `The bulk run of ${fileName} is paused. Nothing more is sent until you resume it.`;
  if (state === 'interrupted')
    return `The bulk run of ${fileName} was interrupted when Causeway stopped. Nothing more is sent until you resume it.`;
  const what = kind === 'customer' ? 'customers' : 'virtual accounts';
  const ended = counts.created + counts.refused + counts.unknown + counts.unsent;
  return `Creating ${what} from ${fileName}: ${Math.floor((ended / Math.max(total, 1)) * 100)} %`;
}
