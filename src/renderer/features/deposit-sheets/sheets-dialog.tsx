/** Deposit sheets: for which accounts, in what form, and the file when it is there. */
import { Button, Group, Modal, Progress, Radio, SegmentedControl, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type {
  Paper,
  SheetsFile,
  SheetsFormat,
  SheetsPacking,
} from '../../../bridge/deposit-sheets.ts';
import type { ExportFile } from '../../../bridge/exports.ts';
import { counted, groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { DialogActions } from '../../components/dialog-actions.tsx';
import { FileDone } from '../../components/exports/file-done.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { RadioChoices } from '../../components/radio-choices.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { useFocusBack } from '../../components/use-focus-back.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { settingsPaths } from '../settings/paths.ts';
import type { SheetChoice } from './choosing.tsx';
import { LeftOutList, SheetCheck } from './sheet-check.tsx';
import { SheetPage, SheetText } from './sheet-preview.tsx';
import classes from './sheets.module.css';
import { depositSheetTexts as texts } from './texts.ts';

const tones = { running: 'blue', done: 'green', cancelled: 'grey', failed: 'red' } as const;

interface SheetOutcomeProps {
  begun: SheetsFile;
  onAgain: () => void;
  onClose: () => void;
}

/** An order under way: how far it is, the file when it is there, and who was left out. */
function SheetOutcome({ begun, onAgain, onClose }: SheetOutcomeProps) {
  const { queries } = useBridge();
  const input = { id: begun.id };
  const followed = useQuery(queries.exports.get.queryOptions({ input }));
  const cancel = useMutation(queries.exports.cancel.mutationOptions());
  const file: ExportFile = followed.data ?? begun;
  const isOver = file.status !== 'running';
  const told = useQuery({ ...queries.depositSheets.get.queryOptions({ input }), enabled: isOver });
  // The button that was pressed is gone, and so would be the place of whoever uses the keyboard.
  const state = useRef<HTMLDivElement>(null);
  useEffect(() => state.current?.focus({ preventScroll: true }), []);
  return (
    <Stack gap="md">
      <div ref={state} tabIndex={-1} className={classes['state']}>
        <FileState file={file} />
      </div>
      {isOver && <LeftOutList {...(told.data ?? begun)} />}
      <Failed error={followed.error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {texts.close}
        </Button>
        {!isOver && (
          <Button
            variant="default"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ id: file.id })}
          >
            {texts.cancel}
          </Button>
        )}
        {isOver && (
          <Button variant="default" onClick={onAgain}>
            {texts.again}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function FileState({ file }: { file: ExportFile }) {
  const { status, done, total } = file;
  const words =
    status === 'done'
      ? texts.states.done(counted(done, texts.noun.one, texts.noun.many))
      : texts.states[status];
  const progress = texts.progress(groupedCount(done), groupedCount(total));
  return (
    <Stack gap={6}>
      <span role="status">
        <StatusMark tone={tones[status]}>{words}</StatusMark>
      </span>
      {status === 'running' && (
        <>
          <Progress value={total === 0 ? 0 : (done / total) * 100} aria-label={progress} />
          <span className="dimmed">{progress}</span>
        </>
      )}
      {file.sentence !== null && <p>{file.sentence}</p>}
      {status === 'done' && (
        <p className={classes['fileName']}>
          <FileDone file={file} />
        </p>
      )}
    </Stack>
  );
}

/** In what form sheets are made: format, one file or many, paper. */
const formats = ['pdf', 'text', 'csv'] as const;
const packings = ['one', 'zip'] as const;
const papers = ['a4', 'letter'] as const;

interface SheetOptionsProps {
  format: SheetsFormat;
  onFormat: (format: SheetsFormat) => void;
  packing: SheetsPacking;
  /** null where there is one sheet alone. */
  onPacking: ((packing: SheetsPacking) => void) | null;
  paper: Paper;
  onPaper: (paper: Paper) => void;
  hasCompany: boolean;
}

function SheetOptions(props: SheetOptionsProps) {
  const { onPacking } = props;
  const paperLabel = useId();
  return (
    <>
      <RadioChoices
        label={texts.format}
        choices={formats}
        texts={texts.formats}
        value={props.format}
        onChange={props.onFormat}
      />
      {onPacking !== null && (
        <RadioChoices
          label={texts.packing}
          choices={packings}
          texts={texts.packings}
          value={props.packing}
          onChange={onPacking}
        />
      )}
      {props.format === 'pdf' && (
        <div className={classes['paper']}>
          <span id={paperLabel} className={classes['label']}>
            {texts.paper}
          </span>
          <SegmentedControl
            size="xs"
            aria-labelledby={paperLabel}
            value={props.paper}
            onChange={(value) => props.onPaper(papers.find((known) => known === value) ?? 'a4')}
            transitionDuration={0}
            data={papers.map((value) => ({ value, label: texts.papers[value] }))}
          />
        </div>
      )}
      {!props.hasCompany && props.format !== 'csv' && (
        <p className="dimmed">
          {texts.noCompany}{' '}
          <PageLink href={settingsPaths.section('company')} underline="always">
            {texts.companySettings}
          </PageLink>
        </p>
      )}
    </>
  );
}

export interface SheetsDialogProps {
  isOpen: boolean;
  choices: readonly [SheetChoice, ...SheetChoice[]];
  /** The one account that it is about; null for many. */
  accountId: string | null;
  onClose: () => void;
}

export function SheetsDialog(props: SheetsDialogProps) {
  return (
    <Modal
      opened={props.isOpen}
      onClose={props.onClose}
      size={980}
      title={props.accountId === null ? texts.titleMany : texts.title}
    >
      <SheetsForm {...props} />
    </Modal>
  );
}

function SheetsForm({ choices, accountId, onClose }: SheetsDialogProps) {
  const { queries } = useBridge();
  const profileId = useProfileId();
  const { knownAt } = useKnownAt();
  useFocusBack();
  const [at, setAt] = useState(0);
  const [format, setFormat] = useState<SheetsFormat>('pdf');
  const [packing, setPacking] = useState<SheetsPacking>('one');
  const [chosenPaper, setPaper] = useState<Paper | null>(null);
  const company = useQuery(queries.depositSheets.company.get.queryOptions());
  const paper = chosenPaper ?? company.data?.paper ?? 'a4';
  const { selection } = choices[at] ?? choices[0];
  const check = useQuery({
    ...queries.depositSheets.check.queryOptions({ input: { selection } }),
    // Nobody tells when it changes; it is asked anew whenever somebody looks.
    staleTime: 0,
  });
  const start = useMutation(queries.depositSheets.start.mutationOptions());
  const { ready, first } = check.data ?? { ready: 0, first: null };
  const error = start.error ?? check.error;

  if (start.data !== undefined) {
    return <SheetOutcome begun={start.data} onAgain={start.reset} onClose={onClose} />;
  }
  return (
    <Stack gap="md">
      <p className="dimmed">{texts.lead}</p>
      {choices.length > 1 && <WhichAccounts choices={choices} at={at} onChange={setAt} />}
      <SheetCheck check={check.data} isOne={accountId !== null} />
      {ready > 0 && (
        <div className={classes['columns']}>
          <Stack gap="md">
            <SheetOptions
              format={format}
              onFormat={setFormat}
              packing={packing}
              onPacking={ready > 1 ? setPacking : null}
              paper={paper}
              onPaper={setPaper}
              hasCompany={company.data === undefined || company.data.name !== ''}
            />
          </Stack>
          {first !== null && format !== 'csv' && (
            <div className={classes['shown']}>
              {accountId === null && <span className="dimmed">{texts.firstOf}</span>}
              {format === 'pdf' ? (
                <SheetPage id={first} company={company.data} />
              ) : (
                <SheetText id={first} />
              )}
            </div>
          )}
        </div>
      )}
      <Failed error={error} />
      <DialogActions
        action={texts.save(
          packing === 'zip' && ready > 1 ? texts.zip : texts.formats[format].label,
        )}
        isBusy={start.isPending}
        isBlocked={ready === 0}
        onCancel={onClose}
        onAct={() => start.mutate({ selection, format, packing, paper, profileId, knownAt })}
      />
    </Stack>
  );
}

interface WhichAccountsProps {
  choices: readonly SheetChoice[];
  at: number;
  onChange: (at: number) => void;
}

/** Those that were chosen, or all that the list shows. */
function WhichAccounts({ choices, at, onChange }: WhichAccountsProps) {
  return (
    <Radio.Group
      label={texts.which}
      value={String(at)}
      onChange={(value) => onChange(Number(value))}
    >
      <Stack gap="xs" mt={4}>
        {choices.map(({ label }, index) => (
          <Radio key={label} size="sm" value={String(index)} label={label} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
