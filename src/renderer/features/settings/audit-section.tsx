/** The audit log, a page at a time, and whether its chain holds. */
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { auditLabel } from '../../../bridge/audit-labels.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { DetailStates } from '../../components/detail-states.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { Notice } from '../../components/notice.tsx';
import { allSeen } from '../../components/outside-text.tsx';
import { Section } from '../../components/section.tsx';
import { shortId } from '../../format/identifiers.ts';
import { groupedCount } from '../../format/words.ts';
import { auditFactsOf } from './audit-facts.ts';
import classes from './settings.module.css';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.audit;
const pageSize = 100;

export function AuditSection() {
  const { queries } = useBridge();
  const [offset, setOffset] = useState(0);
  const audit = useQuery({
    ...queries.audit.list.queryOptions({ input: { offset, limit: pageSize } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Section title={texts.title} lead={texts.lead}>
      <DetailStates query={audit}>
        {({ rows, total, brokenAt }) => (
          <>
            {brokenAt === null ? (
              <Notice tone="green">{texts.intact(groupedCount(total))}</Notice>
            ) : (
              <Notice tone="red" role="alert">
                {texts.broken(brokenAt)}
              </Notice>
            )}
            <AuditTable rows={rows} />
            <div className={classes['pager']}>
              <Button
                variant="default"
                disabled={offset === 0}
                onClick={() => setOffset(Math.max(0, offset - pageSize))}
              >
                {texts.newer}
              </Button>
              <Button
                variant="default"
                disabled={offset + pageSize >= total}
                onClick={() => setOffset(offset + pageSize)}
              >
                {texts.older}
              </Button>
              <span className="dimmed">
                {total === 0
                  ? texts.none
                  : texts.range(
                      groupedCount(offset + 1),
                      groupedCount(offset + rows.length),
                      groupedCount(total),
                    )}
              </span>
            </div>
          </>
        )}
      </DetailStates>
    </Section>
  );
}

interface AuditRow {
  sequence: number;
  at: string;
  action: string;
  facts: unknown;
  hash: string;
}

function AuditTable({ rows }: { rows: readonly AuditRow[] }) {
  const { columns } = texts;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes['scroll']} tabIndex={0} aria-label={texts.label}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{columns.sequence}</th>
            <th scope="col">{columns.at}</th>
            <th scope="col">{columns.action}</th>
            <th scope="col">{columns.facts}</th>
            <th scope="col">{columns.hash}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.sequence}>
              <td>{row.sequence}</td>
              <td>
                <ShortMoment at={row.at} />
              </td>
              <td title={row.action}>{auditLabel(row.action)}</td>
              <td className={classes['facts']}>
                <AuditFacts facts={row.facts} />
              </td>
              <td className="mono" title={row.hash}>
                {shortId(row.hash)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function AuditFacts({ facts }: { facts: unknown }) {
  return (
    <dl className={classes['auditFacts']}>
      {auditFactsOf(facts).map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt> <dd className="mono">{allSeen(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
