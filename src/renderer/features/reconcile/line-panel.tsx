/** One line: what the file says, what it was matched with and why, and what a person makes of it. */
import { Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LineDetail, Reconciliation } from '../../../bridge/reconcile.ts';
import {
  duplicateWords,
  lineReasonWords,
  lineStateWords,
} from '../../../bridge/reconcile-words.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { DetailFrame } from '../../components/detail-frame.tsx';
import { DetailStates } from '../../components/detail-states.tsx';
import { Copied, Fact, Facts } from '../../components/facts.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { LongMoment } from '../../components/moment.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Section } from '../../components/section.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { formatMoney } from '../../format/amounts.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { formatState } from '../../format/words.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { payoutPaths } from '../payouts/paths.ts';
import { Candidates } from './candidates.tsx';
import { ChooseDialog, NoPayoutDialog } from './decide-dialogs.tsx';
import { DateOf, payoutName } from './lines-part.tsx';
import { reconcilePaths } from './paths.ts';
import classes from './reconcile.module.css';
import { reconcileTexts, stateTones } from './texts.ts';
import { evidenceLine, type LinesPart, lineMoney } from './words.ts';

const texts = reconcileTexts.line;

export interface LinePanelProps {
  one: Reconciliation;
  part: LinesPart;
  row: number;
}

export function LinePanel({ one, part, row }: LinePanelProps) {
  const { queries } = useBridge();
  const line = useQuery(queries.reconcile.line.queryOptions({ input: { id: one.id, row } }));
  const known = line.data;
  return (
    <DetailFrame
      recordId={String(row)}
      listHref={reconcilePaths.part(one.id, part)}
      rowHref={reconcilePaths.line(one.id, part, row)}
      listName={texts.list}
      title={(known === undefined ? null : lineMoney(known)) ?? texts.title(groupedCount(row))}
      subtitle={
        <>
          {known !== undefined && (
            <StatusMark tone={stateTones[known.state]}>{lineStateWords[known.state]}</StatusMark>
          )}
          <span>{texts.title(groupedCount(row))}</span>
        </>
      }
    >
      <DetailStates query={line}>
        {(data) => (
          <>
            <MatchSection one={one} line={data} />
            <FileSection line={data} />
          </>
        )}
      </DetailStates>
    </DetailFrame>
  );
}

function MatchSection({ one, line }: { one: Reconciliation; line: LineDetail }) {
  const { bridge, queries } = useBridge();
  const client = useQueryClient();
  const profileId = useProfileId();
  const { knownAt } = useKnownAt();
  const [choosing, setChoosing] = useState<string | null>(null);
  const [isNone, setNone] = useState(false);
  const of = { id: one.id, profileId, knownAt };
  const { row, state, payout } = line;
  const isDecided = state === 'confirmed' || state === 'none';
  const keep = (next: LineDetail): void => {
    client.setQueryData(queries.reconcile.line.queryKey({ input: { id: one.id, row } }), next);
    setChoosing(null);
    setNone(false);
    // The line stands otherwise: what failed before is past.
    confirm.reset();
  };
  const confirm = useMutation({
    mutationFn: (payoutId: string) =>
      bridge.reconcile.confirm({ ...of, rows: [{ row, payoutId }] }),
  });
  const undo = useMutation({
    mutationFn: () => bridge.reconcile.undo({ ...of, row }),
    onSuccess: keep,
  });
  const error = confirm.error ?? undo.error;
  const isOpen = one.status === 'ready' && knownAt === null;
  return (
    <Section title={texts.match}>
      <Verdict line={line} />
      <Group gap={8} align="stretch" mt={12}>
        {isDecided ? (
          <Button
            variant="default"
            disabled={!isOpen}
            loading={undo.isPending}
            onClick={() => undo.mutate()}
          >
            {texts.undo}
          </Button>
        ) : (
          <>
            {payout !== null && (
              <Button
                disabled={!isOpen}
                loading={confirm.isPending}
                onClick={() => confirm.mutate(payout.id)}
              >
                {texts.confirm}
              </Button>
            )}
            <Button variant="default" disabled={!isOpen} onClick={() => setNone(true)}>
              {texts.noPayout}
            </Button>
          </>
        )}
      </Group>
      <Failed title={texts.failed} error={error} />
      {!isDecided && (
        <Candidates line={line} isOpen={isOpen} onChoose={setChoosing} kind={one.kind} />
      )}
      {choosing !== null && (
        <ChooseDialog
          of={of}
          line={line}
          kind={one.kind}
          payoutId={choosing}
          onDone={keep}
          onBack={() => setChoosing(null)}
        />
      )}
      {isNone && <NoPayoutDialog of={of} row={row} onDone={keep} onBack={() => setNone(false)} />}
    </Section>
  );
}

/** What it was matched with and why, or why not, and who decided. */
function Verdict({ line }: { line: LineDetail }) {
  const { payout, reason, named, duplicateOf, decidedAt, decidedBy, note } = line;
  return (
    <>
      {duplicateOf !== null && (
        <p>
          {asSeen(duplicateWords(duplicateOf))}{' '}
          <PageLink href={reconcilePaths.line(duplicateOf.id, 'decided', duplicateOf.row)}>
            {texts.duplicate}
          </PageLink>
        </p>
      )}
      {payout !== null && <Matched line={line} payout={payout} />}
      {line.state === 'ambiguous' && <p>{texts.ambiguous}</p>}
      {reason !== null && (
        <p>
          {lineReasonWords[reason]}{' '}
          {named !== null && <PageLink href={payoutPaths.one(named)}>{texts.named}</PageLink>}
        </p>
      )}
      {decidedAt !== null && (
        <Facts>
          <Fact name={texts.decided}>
            <LongMoment at={decidedAt} />
            {decidedBy !== null && <> {texts.by(asSeen(decidedBy))}</>}
          </Fact>
          {note !== '' && <Fact name={texts.note}>{note}</Fact>}
        </Facts>
      )}
    </>
  );
}

function Matched({
  line,
  payout,
}: {
  line: LineDetail;
  payout: NonNullable<LineDetail['payout']>;
}) {
  const { names } = texts;
  return (
    <>
      <Facts>
        <Fact name={texts.payout}>
          <PageLink href={payoutPaths.one(payout.id)}>{payoutName(payout)}</PageLink>
        </Fact>
        {payout.amount !== null && (
          <Fact name={names.amount}>{formatMoney({ ...payout, amount: payout.amount })}</Fact>
        )}
        {payout.state !== '' && <Fact name={names.state}>{formatState(payout.state)}</Fact>}
        {payout.reference !== null && (
          <Fact name={names.reference}>{asSeen(payout.reference)}</Fact>
        )}
        {payout.created !== null && (
          <Fact name={names.created}>
            <LongMoment at={payout.created} />
          </Fact>
        )}
        <Fact name={names.id}>
          <Copied text={payout.id} what="payout ID">
            <span className="mono">{asSeen(payout.id)}</span>
          </Copied>
        </Fact>
      </Facts>
      <ul className={classes['evidence']} data-veiled>
        {line.isChosen ? (
          <li>{texts.chosen}</li>
        ) : (
          <>
            <li>{texts.amountSame}</li>
            {line.evidence.map((one) => (
              <li key={one.kind}>{evidenceLine(one, line)}</li>
            ))}
          </>
        )}
      </ul>
    </>
  );
}

function FileSection({ line }: { line: LineDetail }) {
  const { names } = texts;
  const plain = [
    [names.party, line.party],
    [names.text, line.text],
    [names.references, line.references.join(' · ')],
    [names.problem, line.problem],
  ] as const;
  const exact = [
    [names.accounts, line.accounts.join(' · ')],
    [names.transaction, line.transaction],
    [names.from, line.from],
    [names.to, line.to],
  ] as const;
  return (
    <Section title={texts.facts}>
      <Facts>
        {line.booked !== null && (
          <Fact name={names.date}>
            <DateOf date={line.booked} />
          </Fact>
        )}
        {line.valued !== null && line.valued !== line.booked && (
          <Fact name={names.valued}>
            <DateOf date={line.valued} />
          </Fact>
        )}
        {plain.map(([name, value]) =>
          value === null || value === '' ? null : (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ),
        )}
        {exact.map(([name, value]) =>
          value === null || value === '' ? null : (
            <Fact key={name} name={name}>
              <span className="mono">{asSeen(value)}</span>
            </Fact>
          ),
        )}
      </Facts>
    </Section>
  );
}
