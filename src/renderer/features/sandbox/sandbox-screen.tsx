/** What happens at the built-in sandbox beside its API, under a person's hand. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { refusedTokenCause, sandboxListLimit } from '../../../bridge/sandbox-tables.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useIsReviewer } from '../../app/shell/use-connection.ts';
import { DetailStates } from '../../components/detail-states.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { BackToNow } from '../../components/empty-then.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { NameOrId } from '../../components/name-or-id.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { PartLinks } from '../../components/part-links.tsx';
import { Section } from '../../components/section.tsx';
import { type ShownFailure, toFailure } from '../../format/failures.ts';
import { frameTexts } from '../../texts/frame.ts';
import { customerPaths } from '../customers/paths.ts';
import { settingsPaths } from '../settings/paths.ts';
import { virtualAccountPaths } from '../virtual-accounts/paths.ts';
import { BankAccountsSections } from './bank-accounts-sections.tsx';
import { KycMark, MoveKyc, MoveTerms, TermsMark } from './customer-moves.tsx';
import { EventsSection } from './events-section.tsx';
import { FaultsSections } from './faults-sections.tsx';
import { sandboxPaths } from './paths.ts';
import { PayIn, Payouts } from './pay-in.tsx';
import { ResetButton, SampleData } from './sample-data.tsx';
import classes from './sandbox.module.css';
import {
  NoCustomer,
  SandboxMark,
  useHasControls,
  useIsBuiltIn,
  useIsControlled,
} from './sandbox-section.tsx';
import { SandboxTable } from './sandbox-table.tsx';
import { SwitchesSection } from './switches-section.tsx';
import { sandboxTexts } from './texts.ts';

const texts = sandboxTexts.customers;

/** Every customer of the sandbox with its verification. */
function CustomersSection() {
  const { queries } = useBridge();
  const input = { id: null };
  const customers = useQuery(queries.sandboxControls.customers.queryOptions({ input }));
  return (
    <Section title={texts.title} lead={`${texts.lead} ${sandboxTexts.newest(sandboxListLimit)}`}>
      <DetailStates query={customers} isList>
        {(rows) =>
          rows.length === 0 ? (
            <NoCustomer />
          ) : (
            <SandboxTable
              label={texts.title}
              headings={[texts.customer, texts.kyc, texts.moveKyc, texts.terms, texts.moveTerms]}
            >
              {rows.map((customer) => (
                <tr key={customer.id}>
                  <td>
                    <PageLink href={customerPaths.one(customer.id)}>
                      <NameOrId name={customer.name} id={customer.id} />
                    </PageLink>
                  </td>
                  <td>
                    <KycMark customer={customer} />
                  </td>
                  <td>
                    <MoveKyc customer={customer} />
                  </td>
                  <td>
                    <TermsMark customer={customer} />
                  </td>
                  <td>
                    <MoveTerms customer={customer} />
                  </td>
                </tr>
              ))}
            </SandboxTable>
          )
        }
      </DetailStates>
    </Section>
  );
}

const depositTexts = sandboxTexts.deposits;
const { samples, holds, reset } = sandboxTexts;

const sections = {
  start: StartSections,
  customers: CustomersSection,
  'bank-accounts': BankAccountsSections,
  deposits: DepositsSections,
  events: EventsSection,
  faults: FaultsSections,
  switches: SwitchesSection,
} as const;

type SectionName = keyof typeof sections;
const names = Object.keys(sections) as SectionName[];

const parts = names.map((name) => ({
  name: sandboxTexts.sections[name],
  href: sandboxPaths.section(name),
}));

export function SandboxScreen({ section }: { section: string | null }) {
  const hasControls = useHasControls();
  const isControlled = useIsControlled();
  const isReviewer = useIsReviewer();
  const refusedToken = useRefusedToken(hasControls);
  const current = names.find((name) => name === section) ?? 'start';
  const Current = sections[current];
  if (!hasControls) {
    return (
      <>
        <PageHeader title={sandboxTexts.title} />
        {isControlled ? (
          <EmptyState {...sandboxTexts.ofNow} action={<BackToNow />} />
        ) : (
          <EmptyState
            title={sandboxTexts.absent.title}
            body={sandboxTexts.absent.body}
            action={<ToProfiles />}
          />
        )}
      </>
    );
  }
  if (refusedToken !== null) {
    return (
      <>
        <PageHeader title={sandboxTexts.title} action={<SandboxMark />} />
        <FailureNotice
          failure={refusedToken}
          title={sandboxTexts.refusedToken}
          actions={<ToProfiles />}
        />
      </>
    );
  }
  return (
    <>
      <PageHeader title={sandboxTexts.title} action={<SandboxMark />} />
      <PartLinks
        label={sandboxTexts.sections.label}
        parts={parts}
        current={sandboxPaths.section(current)}
      />
      {isReviewer && (
        <Notice tone="grey">
          {frameTexts.reviewer.hint} {frameTexts.reviewer.change}
        </Notice>
      )}
      <fieldset className={classes['body']} disabled={isReviewer}>
        <Current />
      </fieldset>
    </>
  );
}

const ToProfiles = () => (
  <Button component={Link} href={settingsPaths.section('profiles')} variant="default">
    {sandboxTexts.absent.action}
  </Button>
);

/** null unless the sandbox refuses the control token that is stored. */
function useRefusedToken(hasControls: boolean): ShownFailure | null {
  const { queries } = useBridge();
  const options = queries.sandboxControls.state.queryOptions();
  const { error } = useQuery({ ...options, enabled: hasControls });
  const failure = error === null ? null : toFailure(error);
  return failure?.cause === refusedTokenCause ? failure : null;
}

/** Deposits into virtual accounts of the sandbox, and their payouts. */
function DepositsSections() {
  const { queries } = useBridge();
  const accounts = useQuery(queries.sandboxControls.virtualAccounts.queryOptions());
  return (
    <>
      <Section title={depositTexts.payIn} lead={depositTexts.lead}>
        <DetailStates query={accounts}>
          {(rows) =>
            rows.length === 0 ? (
              <p className="dimmed">
                {depositTexts.noAccounts}{' '}
                <PageLink href={virtualAccountPaths.new}>{depositTexts.createAccount}</PageLink>
              </p>
            ) : (
              <PayIn accounts={rows} />
            )
          }
        </DetailStates>
      </Section>
      <Section title={depositTexts.payouts}>
        <Payouts virtualAccountId={null} />
      </Section>
    </>
  );
}

const heldKinds = [
  'customers',
  'virtualAccounts',
  'bankAccounts',
  'payouts',
  'events',
  'webhooks',
] as const;

/** Sample data, what the sandbox holds, and starting it anew. */
function StartSections() {
  const { queries } = useBridge();
  const isBuiltIn = useIsBuiltIn();
  const state = useQuery(queries.sandboxControls.state.queryOptions());
  return (
    <DetailStates query={state}>
      {({ counts }) => (
        <>
          {isBuiltIn && (
            <Section isBeside title={samples.title} lead={samples.lead}>
              <SampleData variant="filled" />
            </Section>
          )}
          <Section isBeside title={holds.title}>
            <Facts>
              {heldKinds.map((kind) => (
                <Fact key={kind} name={holds[kind]}>
                  {groupedCount(counts[kind])}
                </Fact>
              ))}
            </Facts>
          </Section>
          {isBuiltIn && (
            <Section isBeside title={reset.title} lead={reset.lead}>
              <ResetButton>{reset.action}</ResetButton>
            </Section>
          )}
        </>
      )}
    </DetailStates>
  );
}
