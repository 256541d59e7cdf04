/** In what form sheets are made: format, one file or many, paper. */
import { Anchor, Radio, SegmentedControl, Stack } from '@mantine/core';
import { useId } from 'react';
import { Link } from 'wouter';
import type { Paper, SheetsFormat, SheetsPacking } from '../../../bridge/deposit-sheets.ts';
import { settingsPaths } from '../settings/paths.ts';
import classes from './sheets.module.css';
import { depositSheetTexts as texts } from './texts.ts';

const formats = ['pdf', 'text', 'csv'] as const;
const packings = ['one', 'zip'] as const;
const papers = ['a4', 'letter'] as const;

export interface SheetOptionsProps {
  format: SheetsFormat;
  onFormat: (format: SheetsFormat) => void;
  packing: SheetsPacking;
  /** null where there is one sheet alone. */
  onPacking: ((packing: SheetsPacking) => void) | null;
  paper: Paper;
  onPaper: (paper: Paper) => void;
  hasCompany: boolean;
}

export function SheetOptions(props: SheetOptionsProps) {
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
          <Anchor component={Link} href={settingsPaths.section('company')} underline="always">
            {texts.companySettings}
          </Anchor>
        </p>
      )}
    </>
  );
}
