/** Deposit sheets of a profile, and the company whose letterhead stands on them. */
import { implement } from '@orpc/server';
import { depositSheetsContract } from '../../../bridge/deposit-sheets.ts';
import { unconfirmedParts } from '../../core/creates/unconfirmed-parts.ts';
import type { AskPerson } from '../../core/feature/confirmation.ts';
import type { Feature } from '../../core/feature/feature.ts';
import { withoutKnown } from '../../core/foundation/secrets/without-known.ts';
import type { ReportedChanges } from '../changes/changes.ts';
import type { VirtualAccounts } from '../virtual-accounts/virtual-accounts.ts';
import { type Companies, companyMigrations, openCompany } from './company/company.ts';
import { saveOrAsk, setLogoOrAsk } from './company/letterhead-documents.ts';
import { createDepositSheets, type Sheets } from './deposit-sheets.ts';
import { startSheetThread } from './writing/start-thread.ts';

/** By itself, because it was laid out before what deposit sheets use. */
export const companyFeature: Feature<never, Companies> = {
  migrations: companyMigrations,
  open: ({ sqlite }) => ({ api: openCompany(sqlite) }),
  procedures: () => ({}),
};

interface Uses {
  readonly company: Companies;
  readonly virtualAccounts: VirtualAccounts;
  readonly changes: ReportedChanges;
}

const sheets = implement(depositSheetsContract);

export interface DepositSheetsInstalled {
  readonly ask: AskPerson;
}

export interface DepositSheetsApi extends Sheets {
  readonly profileName: string;
}

export const depositSheetsFeature: Feature<
  'depositSheets',
  DepositSheetsApi,
  Uses,
  DepositSheetsInstalled
> = {
  open(core, { company, virtualAccounts, changes }) {
    const { profile, records, known, notify } = core;
    const api = createDepositSheets({
      ...core,
      company,
      isTest: profile.environment !== 'production',
      reads: {
        list: (query) => virtualAccounts.list(query),
        get: async (id) => withoutKnown(await virtualAccounts.get(id), known.values()),
        concerns: (id) => [
          ...changes.concerns('virtualAccount', id),
          ...unconfirmedParts(records, id),
        ],
        followed: changes.followed,
      },
      onChange: (what) => notify({ topic: what, ids: [] }),
      startThread: startSheetThread,
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    });
    return { api: { ...api, profileName: profile.name } };
  },
  procedures: (api, { ask }) => ({
    depositSheets: {
      company: {
        get: sheets.company.get.handler(() => api().company.get()),
        save: sheets.company.save.handler(({ input }) =>
          saveOrAsk({ ask, profile: api().profileName, now: () => api().company }, input),
        ),
        setLogo: sheets.company.setLogo.handler(({ input }) =>
          setLogoOrAsk({ ask, profile: api().profileName, now: () => api().company }, input.base64),
        ),
      },
      check: sheets.check.handler(({ input, signal }) => api().check(input.selection, signal)),
      preview: sheets.preview.handler(({ input }) => api().preview(input.id, input.knownAt)),
      text: sheets.text.handler(async ({ input }) => ({
        text: await api().text(input.id, input.knownAt),
      })),
      start: sheets.start.handler(({ input }) => api(input.profileId).start(input)),
      get: sheets.get.handler(({ input }) => api().get(input.id)),
    },
  }),
};
