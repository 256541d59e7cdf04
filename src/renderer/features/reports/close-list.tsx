/** Closed periods, newest first: their files, and what arrived later. */
import { Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { LaterArrivals, PeriodClose } from '../../../bridge/reports.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { FileButtons } from '../../components/exports/file-buttons.tsx';
import { Copied, Fact, Facts } from '../../components/facts.tsx';
import { LongMoment, ShortMoment } from '../../components/moment.tsx';
import { NameOrId } from '../../components/name-or-id.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { asSeen } from '../../format/hidden-characters.ts';
import { shortId } from '../../format/identifiers.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { payoutPaths } from '../payouts/paths.ts';
import { firstView, queryOf } from '../payouts/payouts-view.ts';
import { timelinePaths } from '../timeline/paths.ts';
import classes from './reports.module.css';
import { SectionView } from './section-view.tsx';
import { reportTexts } from './texts.ts';

const texts = reportTexts.closes;
/** The newest ones, which are compared with now unasked: each takes all payouts of its period. */
const compared = 3;

export function CloseList() {
  const { queries } = useBridge();
  const closes = useQuery(queries.reports.closes.queryOptions());
  return (
    <section aria-label={texts.title} className={classes['closes']}>
      <Title order={2} className={classes['heading']}>
        {texts.title}
      </Title>
      <ReadFailure title={texts.failed} query={closes} />
      {closes.data?.length === 0 && <p className="dimmed">{texts.none}</p>}
      <ul className={classes['list']}>
        {closes.data?.map((close, at) => (
          <li key={close.id}>
            <Close close={close} isNew={at < compared} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Close({ close, isNew }: { close: PeriodClose; isNew: boolean }) {
  const { bridge, queries } = useBridge();
  const [isCompared, setCompared] = useState(isNew);
  const later = useQuery({
    ...queries.reports.later.queryOptions({ input: { id: close.id } }),
    enabled: isCompared,
  });
  const { from, to, timeZone } = close;
  const days = from === to ? from : texts.days(from, to);
  return (
    <article aria-label={`${days} · ${timeZone}`}>
      <div className={classes['closeHead']}>
        <Title order={3}>{days}</Title>
        {/* The same days of another zone are another period. */}
        <span className="dimmed">{timeZone}</span>
        {close.isEarly && (
          <StatusMark tone="amber" wraps>
            {texts.early}
          </StatusMark>
        )}
        {close.version > 1 && <span className="dimmed">{texts.version(close.version)}</span>}
        {later.data !== undefined && <LaterMark later={later.data} />}
        {!isCompared && (
          <Button variant="default" size="compact-xs" onClick={() => setCompared(true)}>
            {texts.compare}
          </Button>
        )}
      </div>
      <Facts>
        <Fact name={texts.closed}>
          <LongMoment at={close.closedAt} />
          {close.by !== null && <> {texts.by(asSeen(close.by))}</>}
        </Fact>
        {close.note !== '' && <Fact name={texts.note}>{close.note}</Fact>}
        {close.isErased && <Fact name={texts.erased.name}>{texts.erased.is}</Fact>}
        <Fact name={texts.payouts}>
          {groupedCount(close.payouts)} {close.payouts > 0 && <ShowPayouts close={close} />}
        </Fact>
        <Fact name={texts.sha256}>
          <Copied text={close.sha256} what={texts.sha256}>
            <span className="mono">{shortId(close.sha256)}</span>
          </Copied>
        </Fact>
        <Fact name={texts.pdfSha256}>
          {close.pdfSha256 === null ? (
            texts.noPdf
          ) : (
            <Copied text={close.pdfSha256} what={texts.pdfSha256}>
              <span className="mono">{shortId(close.pdfSha256)}</span>
            </Copied>
          )}
        </Fact>
      </Facts>
      <FileButtons
        action={texts.export}
        formats={['pdf', 'csv']}
        make={(format) => bridge.reports.closeReport({ id: close.id, format })}
      />
      <ReadFailure title={texts.laterFailed} query={later} />
      {later.data !== undefined && <Later id={close.id} later={later.data} />}
    </article>
  );
}

/** The list behind the sums, as it was known then: no link, because one in a new tab would show it as it is now. */
function ShowPayouts({ close: { moments, closedAt } }: { close: PeriodClose }) {
  const { lookBack } = useKnownAt();
  const [, navigate] = useLocation();
  const created = queryOf({ ...firstView, ...moments, sort: 'created', direction: 'ascending' });
  return (
    <Button
      variant="default"
      size="compact-xs"
      onClick={() => {
        lookBack(closedAt);
        navigate(`${payoutPaths.root}?${created}`);
      }}
    >
      {texts.showPayouts}
    </Button>
  );
}

const isNothing = ({ payouts, events, others }: LaterArrivals): boolean =>
  payouts.total + events.total + others.length === 0;
const othersIn = ({ others }: LaterArrivals): number =>
  others.reduce((sum, { total }) => sum + total, 0);

function LaterMark({ later }: { later: LaterArrivals }) {
  const { payouts, events } = later;
  return isNothing(later) ? (
    <StatusMark tone="green">{texts.nothingLater}</StatusMark>
  ) : (
    <StatusMark tone="amber" wraps>
      {texts.later(payouts.total, events.total, othersIn(later))}
    </StatusMark>
  );
}

function Later({ id: closeId, later }: { id: string; later: LaterArrivals }) {
  const { bridge } = useBridge();
  if (isNothing(later)) return null;
  const { payouts, events, others } = later;
  return (
    <details className={classes['section']}>
      <summary>
        <span className={classes['name']}>{texts.arrived}</span>
      </summary>
      <ul className={classes['later']}>
        {payouts.rows.map(({ id, customerName, change, before, now }) => (
          <li key={id}>
            <PageLink href={payoutPaths.one(id)} data-veiled>
              <NameOrId name={customerName} id={id} />
            </PageLink>{' '}
            <span className="dimmed">{texts.changes[change]}</span>
            {before !== null && <p data-veiled>{texts.before(asSeen(before))}</p>}
            {now !== null && <p data-veiled>{texts.now(asSeen(now))}</p>}
          </li>
        ))}
        {events.rows.map(({ id, name, occurredAt, receivedAt }) => (
          <li key={id}>
            <PageLink href={timelinePaths.event(id)}>{asSeen(name === '' ? id : name)}</PageLink>{' '}
            <span className="dimmed">
              {texts.occurred} <ShortMoment at={occurredAt} />, {texts.received}{' '}
              <ShortMoment at={receivedAt} />
            </span>
          </li>
        ))}
      </ul>
      {(payouts.total > payouts.rows.length || events.total > events.rows.length) && (
        <p className="dimmed">{texts.first}</p>
      )}
      {others.map((section) => (
        <SectionView key={section.title} section={section} isOpen={false} />
      ))}
      <FileButtons
        action={texts.exportLater}
        formats={['csv']}
        make={() => bridge.reports.laterReport({ id: closeId })}
      />
    </details>
  );
}
