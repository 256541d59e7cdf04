import type { ReportSection } from '../../../bridge/reports.ts';

type Column = ReportSection['columns'][number];

export const column = (label: string, share = 4, kind: Column['kind'] = 'text'): Column => ({
  label,
  kind,
  share,
});
