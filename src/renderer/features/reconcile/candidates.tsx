/** Payouts to choose from for a line: those that fit, and any other by a search. */
import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LineDetail, MatchedPayout, ReconcileKind } from '../../../bridge/reconcile.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { PageLink } from '../../components/page-link.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { formatMoney } from '../../format/amounts.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { formatState } from '../../format/words.ts';
import { DateOf, payoutName } from './lines-part.tsx';
import { reconcilePaths } from './paths.ts';
import classes from './reconcile.module.css';
import { reconcileTexts } from './texts.ts';
import { differenceOf, evidenceLine } from './words.ts';

const texts = reconcileTexts.line;
/** Found by a search; a longer list is narrowed by typing on. */
const shown = 8;

export interface CandidatesProps {
  line: LineDetail;
  kind: ReconcileKind;
  isOpen: boolean;
  onChoose: (payoutId: string) => void;
}

export function Candidates({ line, kind, isOpen, onChoose }: CandidatesProps) {
  const { namedPayout } = line;
  const others = line.candidates.filter(({ payout }) => payout.id !== line.payout?.id);
  return (
    <>
      {namedPayout !== null && line.reason === 'amount-differs' && (
        <>
          <h3 className={classes['subheading']}>{texts.named}</h3>
          <ul className={classes['candidates']}>
            <Candidate
              payout={namedPayout}
              kind={kind}
              words={differenceOf(line, namedPayout) ?? ''}
              isOpen={isOpen}
              onChoose={onChoose}
            />
          </ul>
        </>
      )}
      {others.length > 0 && (
        <>
          <h3 className={classes['subheading']}>{texts.candidates}</h3>
          <ul className={classes['candidates']}>
            {others.map(({ payout, evidence }) => (
              <Candidate
                key={payout.id}
                payout={payout}
                kind={kind}
                words={evidence.map((one) => evidenceLine(one, line)).join(' · ')}
                isOpen={isOpen}
                onChoose={onChoose}
              />
            ))}
          </ul>
          {line.candidateCount > line.candidates.length && (
            <p className="dimmed">{texts.more(groupedCount(line.candidateCount))}</p>
          )}
        </>
      )}
      <SearchPayouts kind={kind} isOpen={isOpen} onChoose={onChoose} />
    </>
  );
}

interface CandidateProps {
  payout: MatchedPayout;
  kind: ReconcileKind;
  words: string;
  isOpen: boolean;
  onChoose: (payoutId: string) => void;
}

function Candidate({ payout, kind, words, isOpen, onChoose }: CandidateProps) {
  const { queries } = useBridge();
  const confirmed = useQuery(
    queries.reconcile.confirmed.queryOptions({ input: { payoutId: payout.id } }),
  );
  const other = confirmed.data?.find((one) => one.kind === kind);
  const money =
    payout.amount === null
      ? reconcileTexts.one.noAmount
      : asSeen(formatMoney({ ...payout, amount: payout.amount }));
  return (
    <li>
      <span>
        <span data-veiled>
          <strong>{money}</strong> {payoutName(payout)}
        </span>
        {payout.state !== '' && ` · ${formatState(payout.state)}`}
        {payout.created !== null && (
          <>
            {' '}
            · <DateOf date={payout.created} />
          </>
        )}
        {words !== '' && (
          <span className={classes['words']} data-veiled>
            {words}
          </span>
        )}
        {other !== undefined && (
          <span className={classes['words']}>
            <PageLink href={reconcilePaths.line(other.id, 'decided', other.row)}>
              {texts.taken}
            </PageLink>
          </span>
        )}
      </span>
      <Button
        size="compact-sm"
        variant="default"
        disabled={!isOpen || other !== undefined}
        onClick={() => onChoose(payout.id)}
      >
        {texts.choose}
      </Button>
    </li>
  );
}

function SearchPayouts({ kind, isOpen, onChoose }: Omit<CandidatesProps, 'line'>) {
  const { queries } = useBridge();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 200);
  const found = useQuery({
    ...queries.payouts.list.queryOptions({ input: { search, limit: shown } }),
    enabled: search !== '',
  });
  const side = kind === 'bank' ? 'in' : 'out';
  return (
    <>
      <TextInput
        className={classes['searchPayouts'] ?? ''}
        label={texts.others}
        placeholder={texts.othersSearch}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ReadFailure query={found} />
      {search !== '' && found.data !== undefined && (
        <ul className={classes['candidates']}>
          {found.data.rows.length === 0 && <li className="dimmed">{texts.noneFound}</li>}
          {found.data.rows.map((row) => (
            <Candidate
              key={row.id}
              payout={{ ...row, ...row[side] }}
              kind={kind}
              words={asSeen(row.reference ?? '')}
              isOpen={isOpen}
              onChoose={onChoose}
            />
          ))}
        </ul>
      )}
    </>
  );
}
