import { IconExclamationCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import {
  type Feature,
  type FrameNotice,
  type RailBadge,
  screen,
  screenFile,
} from '../../app/feature.tsx';
import { leadingNotice } from '../../app/shell/frame-line.tsx';
import { useConnection } from '../../app/shell/use-connection.ts';
import { unresolvedPaths } from './paths.ts';
import { unresolvedTexts } from './texts.ts';
import { useColleaguesOpen } from './use-colleagues-open.ts';

const unresolved = screenFile(
  async () => (await import('./unresolved-screen.tsx')).UnresolvedScreen,
);

export const unresolvedFeature: Feature = {
  paths: unresolvedPaths,
  title: unresolvedTexts.title,
  Icon: IconExclamationCircle,
  screens: [screen(unresolvedPaths.root, unresolved, (first, second) => ({ first, second }))],
  areas: { unresolved: ['intents', 'customers', 'virtual-accounts', 'webhooks', 'team'] },
  finds: [
    {
      kind: 'request',
      title: unresolvedTexts.listLabel,
      hrefOf: (key) => unresolvedPaths.request(key, 'unknown'),
    },
  ],
  useBadge: useOpenBadge,
  useNotices: useOpenNotices,
};

/** Requests whose outcome is unknown, and those said not to exist that something fits that came since. */
function useOpen() {
  const { queries } = useBridge();
  const { data } = useQuery(queries.unresolved.contradicted.queryOptions());
  return { unknown: useConnection()?.unknownIntents ?? 0, contradicted: data?.requests ?? 0 };
}

function useOpenBadge(): RailBadge | null {
  const { unknown, contradicted } = useOpen();
  const count = unknown + useColleaguesOpen() + contradicted;
  if (count === 0) return null;
  if (contradicted === 0) return { count, words: unresolvedTexts.frame.open(count) };
  return { count, words: unresolvedTexts.against.rail(contradicted), tone: 'red' };
}

function useOpenNotices(): FrameNotice[] {
  const { unknown, contradicted } = useOpen();
  const { against, frame } = unresolvedTexts;
  const notices: FrameNotice[] = [];
  if (contradicted > 0)
    notices.push(
      leadingNotice({
        key: 'contradicted',
        tone: 'red',
        leadsTo: unresolvedPaths.part('absent'),
        see: against.see,
        words: against.rail(contradicted),
      }),
    );
  if (unknown > 0)
    notices.push(
      leadingNotice({
        key: 'unknown',
        tone: 'amber',
        leadsTo: unresolvedPaths.root,
        see: frame.see,
        words: frame.unknown(unknown),
      }),
    );
  return notices;
}
