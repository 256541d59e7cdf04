/** Lines of bank statements and chain exports that a person confirmed for a payout. */
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { ShortMoment } from '../../components/moment.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { Section } from '../../components/section.tsx';
import { asSeen } from '../../format/hidden-characters.ts';
import { reconcilePaths } from '../reconcile/paths.ts';
import classes from './payouts.module.css';
import { payoutDetailTexts } from './texts.ts';

const { reconciled: texts } = payoutDetailTexts;

/** Known of now alone. */
export function ReconciledSection({ id }: { id: string }) {
  const { queries } = useBridge();
  const lines = useQuery(queries.reconcile.confirmed.queryOptions({ input: { payoutId: id } }));
  return (
    <Section title={texts.title}>
      <ReadFailure
        title={texts.failed}
        error={lines.error}
        onReadAgain={() => void lines.refetch()}
      />
      {lines.data?.length === 0 && <p className="dimmed">{texts.none}</p>}
      <ul className={classes['ofRecord']}>
        {lines.data?.map(({ id: file, row, kind, fileName, booked, decidedAt, decidedBy }) => (
          <li key={kind}>
            <Anchor component={Link} href={reconcilePaths.line(file, 'decided', row)}>
              {texts.line(asSeen(fileName), row)}
            </Anchor>
            <span className="dimmed">
              {[texts.kinds[kind], booked, decidedBy !== null && texts.by(asSeen(decidedBy))]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {decidedAt === null ? <span /> : <ShortMoment at={decidedAt} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}
