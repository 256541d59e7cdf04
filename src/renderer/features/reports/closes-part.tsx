/** Period closes: what a close would say, the dialog that closes, and those that there are. */
import { Button, Textarea, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { AskDialog } from '../../components/ask-dialog.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { SkeletonTable } from '../../components/table/skeleton-table.tsx';
import { useNow } from '../../components/use-now.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { CloseList } from './close-list.tsx';
import { PeriodFields } from './period-fields.tsx';
import { type Days, daysOf, firstPeriod, momentsOf, ownTimeZone } from './period-of.ts';
import classes from './reports.module.css';
import { SectionView } from './section-view.tsx';
import { reportTexts } from './texts.ts';

const texts = reportTexts.close;

export function ClosesPart() {
  const now = useNow();
  const [values, setPeriod] = useState(() => firstPeriod(now));
  const [asked, setAsked] = useState<Days | null>(null);
  const days = daysOf(values);
  return (
    <div className={classes['page']}>
      <div className={classes['form']}>
        <p className="dimmed">{texts.lead}</p>
        <PeriodFields values={values} onChange={setPeriod} />
        <div>
          <Button disabled={days === null} onClick={() => setAsked(days)}>
            {texts.open}
          </Button>
        </div>
        <CloseList />
      </div>
      <div className={classes['contents']}>
        {days !== null && <Preview key={JSON.stringify(days)} days={days} />}
      </div>
      {asked !== null && <CloseDialog days={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

function Preview({ days }: { days: Days }) {
  const { queries } = useBridge();
  const preview = useQuery(
    queries.reports.preview.queryOptions({ input: { ...days, timeZone: ownTimeZone() } }),
  );
  return (
    <section aria-label={texts.preview}>
      <Title order={2} className={classes['heading']}>
        {texts.preview}
      </Title>
      <p className="dimmed">{days.from === days.to ? days.from : texts.days(days.from, days.to)}</p>
      <ReadFailure
        title={texts.failed}
        error={preview.error}
        onReadAgain={() => void preview.refetch()}
      />
      {preview.data === undefined && preview.error === null && <SkeletonTable />}
      {preview.data?.sections.map((section, at) => (
        <SectionView key={section.title} section={section} isOpen={at === 1} />
      ))}
    </section>
  );
}

/** Closed, it stays: the dialog says so, and whether the period is over. */
function CloseDialog({ days, onClose }: { days: Days; onClose: () => void }) {
  const { bridge } = useBridge();
  const profileId = useProfileId();
  const { knownAt } = useKnownAt();
  const now = useNow();
  const [note, setNote] = useState('');
  const close = useMutation({
    mutationFn: () =>
      bridge.reports.close({ ...days, profileId, knownAt, timeZone: ownTimeZone(), note }),
    onSuccess: onClose,
  });
  return (
    <AskDialog
      isOpen
      title={texts.title(days.from, days.to)}
      action={texts.action}
      isBusy={close.isPending}
      error={close.error}
      onBack={onClose}
      onGoOn={() => close.mutate()}
    >
      <p>{texts.body}</p>
      {Date.parse(momentsOf(days).to) > now && <p className={classes['early']}>{texts.early}</p>}
      <Textarea
        label={texts.note}
        description={texts.noteHelp}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={2}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </AskDialog>
  );
}
