/** What is known of a payout, and on demand which field each value came from. */
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { PayoutDetail, PayoutField, PayoutSide } from '../../../bridge/payouts.ts';
import { type PayoutNotion, personalNotions } from '../../../contract/payout-fields.ts';
import { Copied, Fact, Facts } from '../../components/facts.tsx';
import { GroupedAddress } from '../../components/identifier.tsx';
import { LongMoment } from '../../components/moment.tsx';
import { allSeen } from '../../components/outside-text.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Section } from '../../components/section.tsx';
import { asSeen } from '../../format/hidden-characters.ts';
import { keyed } from '../../format/keyed.ts';
import { customerPaths } from '../customers/paths.ts';
import { virtualAccountPaths } from '../virtual-accounts/paths.ts';
import { payoutPaths } from './paths.ts';
import { Amount } from './payout-parts.tsx';
import { notPaidOf } from './payout-words.ts';
import classes from './payouts.module.css';
import { payoutDetailTexts } from './texts.ts';

const { facts: texts, notions: names, choose } = payoutDetailTexts;

/** Notions that stand in one line, and how they are shown; null where the value was not found. */
interface Line {
  /** The first names the line. */
  readonly notions: readonly [PayoutNotion, ...PayoutNotion[]];
  readonly show: (payout: PayoutDetail, value: string | null) => ReactNode;
}

const plain = (_payout: PayoutDetail, value: string | null): ReactNode =>
  value === null ? null : asSeen(value);

const money =
  (side: PayoutSide) =>
  (payout: PayoutDetail): ReactNode =>
    payout[side].amount === null ? null : <Amount of={payout[side]} />;

const paidOut = (payout: PayoutDetail): ReactNode => {
  const words = notPaidOf(payout);
  if (words === null) return money('out')(payout);
  return (
    <>
      <Amount of={payout.out} /> <span className="dimmed">{words}</span>
    </>
  );
};

const copied =
  (what: string, show: (value: string) => ReactNode) =>
  (_payout: PayoutDetail, value: string | null): ReactNode =>
    value === null ? null : (
      <Copied text={value} what={what}>
        {show(value)}
      </Copied>
    );

const moment =
  (of: 'created' | 'updated') =>
  (payout: PayoutDetail): ReactNode => {
    const at = payout[of];
    return at === null ? null : <LongMoment at={at} />;
  };

const customer = ({ customerId, customerName }: PayoutDetail): ReactNode =>
  customerId === null ? null : (
    <Linked
      href={customerPaths.one(customerId)}
      text={customerName ?? customerId}
      allHref={payoutPaths.customer(customerId)}
      all={texts.allOfCustomer}
    />
  );

const account = ({ virtualAccountId }: PayoutDetail): ReactNode =>
  virtualAccountId === null ? null : (
    <Linked
      href={virtualAccountPaths.one(virtualAccountId)}
      text={virtualAccountId}
      allHref={payoutPaths.virtualAccount(virtualAccountId)}
      all={texts.allOfAccount}
    />
  );

const lines: readonly Line[] = [
  { notions: ['amountIn', 'currencyIn'], show: money('in') },
  { notions: ['amountOut', 'currencyOut'], show: paidOut },
  { notions: ['feeAmount', 'feeCurrency'], show: money('fee') },
  { notions: ['customerId'], show: customer },
  { notions: ['virtualAccountId'], show: account },
  { notions: ['network'], show: plain },
  {
    notions: ['walletAddress'],
    show: copied('wallet address', (value) => <GroupedAddress address={value} />),
  },
  {
    notions: ['transaction'],
    show: copied('transaction', (value) => <span className="mono">{allSeen(value)}</span>),
  },
  { notions: ['reference'], show: plain },
  { notions: ['status'], show: plain },
  { notions: ['created'], show: moment('created') },
  { notions: ['updated'], show: moment('updated') },
];

/** It stands in no field: events tell of it. */
const deposit = ({ receivedAt }: PayoutDetail): ReactNode =>
  receivedAt === null ? (
    <span className="dimmed">{texts.noDeposit}</span>
  ) : (
    <LongMoment at={receivedAt} />
  );

export interface FactsSectionProps {
  payout: PayoutDetail;
  /** null while the window looks back. */
  onChoose: ((notion: PayoutNotion) => void) | null;
}

export function FactsSection({ payout, onChoose }: FactsSectionProps) {
  const [hasSources, setHasSources] = useState(false);
  return (
    <Section
      title={texts.title}
      action={
        <Button
          variant="default"
          aria-expanded={hasSources}
          onClick={() => setHasSources(!hasSources)}
        >
          {hasSources ? texts.hide : texts.show}
        </Button>
      }
    >
      <Facts>
        {lines.map(({ notions, show }) => (
          <Fact key={notions[0]} name={names[notions[0]]}>
            {show(payout, fieldOf(payout, notions[0])?.value ?? null) ?? (
              <span className="dimmed">
                {payout.isErased && personalNotions.includes(notions[0])
                  ? texts.erased
                  : texts.notFound}
              </span>
            )}
            {hasSources &&
              notions.map((notion) => (
                <FieldSource
                  key={notion}
                  name={notions.length > 1 ? names[notion] : null}
                  field={fieldOf(payout, notion)}
                  onChoose={onChoose}
                />
              ))}
          </Fact>
        ))}
        <Fact name={texts.deposit}>{deposit(payout)}</Fact>
      </Facts>
    </Section>
  );
}

const fieldOf = ({ fields }: PayoutDetail, notion: PayoutNotion): PayoutField | undefined =>
  fields.find((field) => field.notion === notion);

function Linked(props: { href: string; text: string; allHref: string; all: string }) {
  return (
    <>
      <PageLink href={props.href} underline="always">
        {asSeen(props.text)}
      </PageLink>{' '}
      <PageLink href={props.allHref} className={classes['aside'] ?? ''}>
        {props.all}
      </PageLink>
    </>
  );
}

interface FieldSourceProps {
  /** Said where several notions stand in one line. */
  name: string | null;
  field: PayoutField | undefined;
  onChoose: FactsSectionProps['onChoose'];
}

/** Where a value was read, and what stands in the way where it was not. */
function FieldSource({ name, field, onChoose }: FieldSourceProps) {
  if (field === undefined) return null;
  return (
    <div className={classes['source']}>
      <span>
        {name !== null && `${name} · `}
        {allSeen(wordsOf(field))}
      </span>
      {field.candidates.length > 0 && (
        <ul>
          {keyed(field.candidates, ({ pointer }) => pointer).map(({ key, item }) => (
            <li key={key} className="mono">
              {asSeen(`${item.pointer} = ${item.value}`)}
            </li>
          ))}
        </ul>
      )}
      {onChoose !== null && (
        <Button
          variant="subtle"
          size="compact-xs"
          h={24}
          aria-label={choose.openFor(names[field.notion])}
          onClick={() => onChoose(field.notion)}
        >
          {choose.other}
        </Button>
      )}
    </div>
  );
}

function wordsOf({ status, pointer, scale }: PayoutField): string {
  const words = texts.status[status];
  const read = typeof words === 'string' ? words : words(pointer ?? '');
  return scale === null ? read : texts.scaled(read, scale.decimals, scale.pointer);
}
