/** Statements and period closes of a profile. */
import { implement } from '@orpc/server';
import { reportsContract } from '../../../bridge/reports.ts';
import type { Feature } from '../../core/feature/feature.ts';
import { printReport } from '../../core/pdf/report/print-report.ts';
import type { OverviewApi } from '../overview/feature.ts';
import type { WebhooksApi } from '../webhooks/feature.ts';
import { type Closes, type ClosesParts, openCloses } from './closes.ts';
import { reportsMigrations } from './closes-table.ts';
import { type StatementParts, startStatement } from './statements.ts';

type Uses = Pick<
  ClosesParts & StatementParts,
  'payouts' | 'customers' | 'virtualAccounts' | 'company' | 'timeline' | 'changes'
> & {
  readonly overview: Pick<OverviewApi, 'limits'>;
  readonly webhooks: Pick<WebhooksApi, 'open'>;
};

export interface ReportsApi {
  readonly statements: StatementParts;
  readonly closes: Closes;
}

const reports = implement(reportsContract);

export const reportsFeature: Feature<'reports', ReportsApi, Uses> = {
  migrations: reportsMigrations,
  open(core, uses) {
    const parts = {
      ...uses,
      // After the features, one of which is called audit too.
      ...core,
      print: printReport,
      // Where the receiver could not be opened, its deliveries can't be read: closes say that gaps are not known.
      takeIn: async () => await uses.webhooks.open?.takeIn(),
      isTest: core.profile.environment !== 'production',
      onChange: (topic: 'exports' | 'audit') => core.notify({ topic, ids: [] }),
    };
    const closes = openCloses({
      ...parts,
      profileName: core.profile.name,
      limits: uses.overview.limits,
      tell: () => core.notify({ topic: 'reports', ids: [] }),
    });
    return { api: { statements: parts, closes } };
  },
  procedures: (api) => ({
    reports: {
      statement: reports.statement.handler(({ input }) => startStatement(api().statements, input)),
      preview: reports.preview.handler(({ input, signal }) => api().closes.preview(input, signal)),
      previewReport: reports.previewReport.handler(({ input: { format, ...period } }) =>
        api().closes.startPreview(period, format),
      ),
      close: reports.close.handler(({ input: { profileId, ...closing }, signal }) =>
        api(profileId).closes.close(closing, signal),
      ),
      closes: reports.closes.handler(() => api().closes.list()),
      later: reports.later.handler(({ input, signal }) => api().closes.later(input.id, signal)),
      laterReport: reports.laterReport.handler(({ input }) => api().closes.startLater(input.id)),
      closeReport: reports.closeReport.handler(({ input }) =>
        api().closes.start(input.id, input.format),
      ),
    },
  }),
};
