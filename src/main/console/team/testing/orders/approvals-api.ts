/** For tests: approvals of a simulated computer, whose forms and runs are the test's. */
import { systemRandom } from '../../../../../platform/random.ts';
import type { Failed } from '../../../../core/intents/failed.ts';
import { openApprovals } from '../../../../features/approvals/approvals.ts';
import { reportersOf } from '../../../../features/unresolved/sent-elsewhere.ts';
import { customerOf } from './simulated-request.ts';
import type { SimulatedProfile } from './simulated-team.ts';

export type Api = ReturnType<typeof openApprovals>;

/** Rows of the file that is sent. */
export const rows = [1, 2].map((row) => ({
  row,
  input: customerOf(`row-${row}@example.com`),
  isSecond: false,
}));
const file = {
  kind: 'customer',
  fileName: 'a.csv',
  sha256: 'a'.repeat(64),
  columns: [],
  rows: rows.map((row) => ({ ...row, name: null, reference: null, ownName: null })),
};

interface FormInput {
  readonly intentKey: string;
  readonly input: { readonly email: string };
  readonly confirmed: readonly string[];
}

export interface ApiParts {
  readonly create: (
    key: string,
    email: string,
    confirmed: readonly string[],
  ) => Promise<Failed | null>;
  readonly start: (run: string) => Promise<void>;
  readonly hasRun: (run: string) => boolean;
  /** It goes without approval, as the database does not answer. @param id of the request, or of the run */
  readonly onWithout: (id: string) => void;
}

export function openApi(profile: SimulatedProfile, parts: ApiParts): Api {
  const { audit, sqlite, intents, clock, approvals } = profile;
  const nothing = () => undefined;
  const core = {
    sqlite,
    intents,
    clock,
    approvals,
    notify: nothing,
    person: () => null,
    random: systemRandom,
    log: { warn: nothing },
    audit: {
      append(entry: Parameters<typeof audit.append>[0]) {
        const { action, facts } = entry;
        if (action === 'approval.sent-without-database')
          parts.onWithout(String(facts?.['intentKey'] ?? facts?.['runId']));
        return audit.append(entry);
      },
    },
    profile: { name: 'p', baseUrl: 'https://p.example', environment: 'production' },
    records: { customerNames: () => new Map() },
  };
  const create = async ({ intentKey, input: { email }, confirmed }: FormInput) => {
    const failure = await parts.create(intentKey, email, confirmed);
    if (failure !== null) throw failure;
    return { id: `customer_${intentKey}` };
  };
  const uses = {
    writes: [
      {
        operation: 'createCustomer',
        titleOf: () => '',
        create,
        requireCreatable: async () => undefined,
      },
    ],
    addressBook: { isPaidInto: () => true, follow: async () => undefined },
    bulk: {
      orderOf: async () => file,
      keepProposed: async () => undefined,
      forgetProposed: async () => undefined,
      startApproved: parts.start,
      runs: { has: parts.hasRun },
      drafts: { discard: nothing },
    },
    unresolved: {
      isSentHere: intents.isSentHere,
      reportersOf: (key: string) => reportersOf(sqlite, key),
    },
  };
  return openApprovals(core as never, uses as never);
}
