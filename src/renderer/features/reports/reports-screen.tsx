/** Statements of customers and virtual accounts, closes of periods, and evidence packs of periods. */
import { Button, Textarea, Title } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { ShownSection } from '../../../bridge/reports.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { useSignOffBlock } from '../../app/shell/use-sign-off-block.ts';
import { AskDialog } from '../../components/ask-dialog.tsx';
import { FileButtons } from '../../components/exports/file-buttons.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PartLinks } from '../../components/part-links.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { SkeletonTable } from '../../components/table/skeleton-table.tsx';
import { useNote } from '../../components/use-note.ts';
import { useNow } from '../../components/use-now.ts';
import { useSingleMutation } from '../../components/use-single-mutation.ts';
import { asOf } from '../../format/instants.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { evidenceTexts } from '../../texts/evidence.ts';
import { CloseList } from './close-list.tsx';
import { reportPaths } from './paths.ts';
import { PeriodFields } from './period-fields.tsx';
import { type Days, daysOf, firstPeriod, momentsOf, ownTimeZone } from './period-of.ts';
import classes from './reports.module.css';
import { SectionView } from './section-view.tsx';
import { StatementPart } from './statement-part.tsx';
import { reportTexts } from './texts.ts';

const texts = reportTexts.close;

const EvidenceForm = lazy(async () => ({
  default: (await import('../../components/evidence/evidence-form.tsx')).EvidenceForm,
}));

/** Period closes: what a close would say, the dialog that closes, and those that there are. */
function ClosesPart() {
  const now = useNow();
  const [values, setPeriod] = useState(() => firstPeriod(now));
  const [asked, setAsked] = useState<Asked | null>(null);
  const days = daysOf(values);
  const { queries } = useBridge();
  const preview = useQuery({
    ...queries.reports.preview.queryOptions({
      input: { from: days?.from ?? '', to: days?.to ?? '', timeZone: ownTimeZone() },
    }),
    enabled: days !== null,
  });
  const covers = preview.data?.covers;
  const blocked = useSignOffBlock();
  return (
    <div className={classes['page']}>
      <div className={classes['form']}>
        <p className="dimmed">{texts.lead}</p>
        <PeriodFields values={values} onChange={setPeriod} />
        <div>
          <Button
            disabled={days === null || covers === undefined || blocked !== null}
            onClick={() => days !== null && covers !== undefined && setAsked({ ...days, covers })}
          >
            {texts.open}
          </Button>
          {blocked !== null && <p className="dimmed">{blocked}</p>}
        </div>
        <CloseList />
      </div>
      <div className={classes['contents']}>
        {days !== null && <Preview key={JSON.stringify(days)} days={days} preview={preview} />}
      </div>
      {asked !== null && (
        <CloseDialog
          asked={asked}
          onClose={() => setAsked(null)}
          onRefused={() => void preview.refetch()}
        />
      )}
    </div>
  );
}

/** A period, and what its preview says to the last row. */
type Asked = Days & { covers: string };

function Preview({
  days,
  preview,
}: {
  days: Days;
  preview: UseQueryResult<{ sections: ShownSection[] }>;
}) {
  const { bridge } = useBridge();
  const now = useNow();
  return (
    <section aria-label={texts.preview}>
      <Title order={2} className={classes['heading']}>
        {texts.preview}
      </Title>
      <p className="dimmed">{days.from === days.to ? days.from : texts.days(days.from, days.to)}</p>
      {Date.parse(momentsOf(days).to) > now && <p className={classes['early']}>{texts.notEnded}</p>}
      {preview.data !== undefined && (
        <div className={classes['exportPreview']}>
          <FileButtons
            action={texts.exportPreview}
            formats={['pdf', 'csv']}
            isShort
            make={(format) =>
              bridge.reports.previewReport({ ...days, timeZone: ownTimeZone(), format })
            }
          />
        </div>
      )}
      <ReadFailure title={texts.failed} query={preview} />
      {preview.data === undefined && preview.error === null && <SkeletonTable />}
      {preview.data?.sections.map((section, at) => (
        <SectionView key={section.title} section={section} isOpen={at === 1} />
      ))}
    </section>
  );
}

/** Closed, it stays: the dialog says so, and whether the period is over. */
function CloseDialog(props: { asked: Asked; onClose: () => void; onRefused: () => void }) {
  const { asked, onClose, onRefused } = props;
  const { bridge, queries } = useBridge();
  const profileId = useProfileId();
  const { knownAt } = useKnownAt();
  const now = useNow();
  const [note, setNote] = useNote();
  const timeZone = ownTimeZone();
  // Newest first; another window may close the same days meanwhile.
  const last = useQuery(queries.reports.closes.queryOptions()).data?.find(
    (one) => one.from === asked.from && one.to === asked.to && one.timeZone === timeZone,
  );
  const close = useSingleMutation({
    mutationFn: () => bridge.reports.close({ ...asked, profileId, knownAt, timeZone, note }),
    onSuccess: onClose,
    onError: onRefused,
  });
  return (
    <AskDialog
      isOpen
      title={texts.title(asked.from, asked.to)}
      action={texts.action}
      isBusy={close.isPending}
      error={close.error}
      onBack={onClose}
      onGoOn={() => close.mutate()}
    >
      <p>{texts.body}</p>
      {last !== undefined && (
        <Notice tone="amber" role="status">
          {texts.again(asOf(last.closedAt, now), last.version + 1)}
        </Notice>
      )}
      {Date.parse(momentsOf(asked).to) > now && <p className={classes['early']}>{texts.early}</p>}
      <Textarea
        label={texts.note}
        description={texts.noteHelp}
        autosize
        minRows={2}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </AskDialog>
  );
}

const { parts } = reportTexts;

interface PartProps {
  part: string | null;
  id: string | null;
}

const partPaths: Readonly<Record<string, string>> = {
  closes: reportPaths.closes,
  evidence: reportPaths.evidence,
};

export function ReportsScreen({ part, id }: PartProps) {
  return (
    <>
      <PageHeader title={reportTexts.title} />
      <PartLinks
        label={reportTexts.title}
        current={partPaths[part ?? ''] ?? reportPaths.root}
        parts={[
          { name: parts.statements, href: reportPaths.root },
          { name: parts.closes, href: reportPaths.closes },
          { name: parts.evidence, href: reportPaths.evidence },
        ]}
      />
      <Part part={part} id={id} />
    </>
  );
}

function Part({ part, id }: PartProps) {
  if (part === 'closes') return <ClosesPart />;
  if (part === 'evidence') return <EvidencePart />;
  return (
    <StatementPart kind={part === 'virtual-account' ? 'virtualAccount' : 'customer'} id={id} />
  );
}

/** An evidence pack of a period. */
function EvidencePart() {
  const now = useNow();
  const [values, setPeriod] = useState(() => firstPeriod(now));
  const days = daysOf(values);
  return (
    <div className={classes['page']}>
      <div className={classes['form']}>
        <p className="dimmed">{evidenceTexts.period}</p>
        <PeriodFields values={values} onChange={setPeriod} />
        {days !== null && (
          <Suspense fallback={null}>
            <EvidenceForm of={{ kind: 'period', ...days, timeZone: ownTimeZone() }} />
          </Suspense>
        )}
      </div>
      <p className="dimmed">{evidenceTexts.lead}</p>
    </div>
  );
}
