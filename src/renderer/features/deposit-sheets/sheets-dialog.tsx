/** Deposit sheets: for which accounts, in what form, and the file when it is there. */
import { Modal, Radio, SegmentedControl, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Paper, SheetsFormat, SheetsPacking } from '../../../bridge/deposit-sheets.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { DialogActions } from '../../components/dialog-actions.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { useFocusBack } from '../../components/use-focus-back.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { settingsPaths } from '../settings/paths.ts';
import { SheetCheck } from './sheet-check.tsx';
import type { SheetChoice } from './sheet-choices.ts';
import { SheetOutcome } from './sheet-outcome.tsx';
import { SheetPage, SheetText } from './sheet-preview.tsx';
import classes from './sheets.module.css';
import { depositSheetTexts as texts } from './texts.ts';

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
      <Radio.Group
        label={texts.format}
        value={props.format}
        onChange={(value) => props.onFormat(formats.find((known) => known === value) ?? 'pdf')}
      >
        <Stack gap="xs" mt={4}>
          {formats.map((known) => (
            <Radio
              key={known}
              size="sm"
              value={known}
              label={texts.formats[known].label}
              description={texts.formats[known].help}
            />
          ))}
        </Stack>
      </Radio.Group>
      {onPacking !== null && (
        <Radio.Group
          label={texts.packing}
          value={props.packing}
          onChange={(value) => onPacking(packings.find((known) => known === value) ?? 'one')}
        >
          <Stack gap="xs" mt={4}>
            {packings.map((known) => (
              <Radio key={known} size="sm" value={known} label={texts.packings[known].label} />
            ))}
          </Stack>
        </Radio.Group>
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
