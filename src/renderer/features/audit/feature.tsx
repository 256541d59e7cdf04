import { IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { type Feature, type FrameNotice, screen, screenFile } from '../../app/feature.tsx';
import { leadingNotice } from '../../app/shell/frame-line.tsx';
import { auditPaths } from './paths.ts';
import { auditTexts } from './texts.ts';

const audit = screenFile(async () => (await import('./audit-screen.tsx')).AuditScreen);

export const auditFeature: Feature = {
  paths: auditPaths,
  title: auditTexts.title,
  Icon: IconShieldCheck,
  screens: [screen(auditPaths.root, audit, () => ({}))],
  areas: { audit: ['audit'] },
  staysOpen: true,
  useNotices: useAlarm,
};

/** A line where the log does not fit what was signed of it, or a check found a break. */
function useAlarm(): FrameNotice[] {
  const { queries } = useBridge();
  const { data } = useQuery(queries.audit.state.queryOptions());
  const isBroken = data?.verification?.state === 'broken';
  if (data === undefined || (data.alarm === null && !isBroken)) return [];
  return [
    leadingNotice({
      key: 'audit',
      tone: 'red',
      leadsTo: auditPaths.root,
      see: auditTexts.alarm.see,
      words: isBroken ? `${auditTexts.broken.title}.` : auditTexts.alarm.line,
    }),
  ];
}
