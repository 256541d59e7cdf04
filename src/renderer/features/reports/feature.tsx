import { IconReportMoney } from '@tabler/icons-react';
import { type Feature, screen, screenFile } from '../../app/feature.tsx';
import { reportPaths } from './paths.ts';
import { reportTexts } from './texts.ts';

const reports = screenFile(async () => (await import('./reports-screen.tsx')).ReportsScreen);

export const reportsFeature: Feature = {
  paths: reportPaths,
  title: reportTexts.title,
  Icon: IconReportMoney,
  screens: [screen(reportPaths.root, reports, (part, id) => ({ part, id }))],
  areas: { reports: ['payouts', 'reports'] },
  past: { except: [reportPaths.closes] },
};
