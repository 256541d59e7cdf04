/** How many sheets there will be, and which accounts get none, with the reasons. */
import { Stack } from '@mantine/core';
import type { SheetsCheck, SheetsFile } from '../../../bridge/deposit-sheets.ts';
import { counted, groupedCount } from '../../../bridge/words.ts';
import { Notice } from '../../components/notice.tsx';
import { asSeen } from '../../format/hidden-characters.ts';
import { keyed } from '../../format/keyed.ts';
import classes from './sheets.module.css';
import { depositSheetTexts as texts } from './texts.ts';

export interface SheetCheckProps {
  /** undefined while it is made. */
  check: SheetsCheck | undefined;
  /** Whether it is about one account, whose count says nothing. */
  isOne: boolean;
}

export function SheetCheck({ check, isOne }: SheetCheckProps) {
  if (check === undefined) return <p role="status">{texts.checking}</p>;
  const { ready } = check;
  return (
    <Stack gap={8}>
      {(!isOne || ready === 0) && (
        <p role="status">
          {ready === 0
            ? texts.noneReady
            : texts.ready(counted(ready, texts.noun.one, texts.noun.many))}
        </p>
      )}
      <LeftOutList {...check} />
    </Stack>
  );
}

/** Accounts that are told by name, at most. */
const shown = 50;

export function LeftOutList({
  leftOut,
  leftOutTotal,
}: Pick<SheetsFile, 'leftOut' | 'leftOutTotal'>) {
  if (leftOutTotal === 0) return null;
  const told = leftOut.slice(0, shown);
  const { one, many } = texts.accountNoun;
  return (
    <Notice tone="amber" title={texts.leftOut(counted(leftOutTotal, one, many))}>
      <p>{texts.leftOutWhy}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must do so without a mouse */}
      <ul className={classes['leftOut']} tabIndex={0} aria-label={texts.leftOutWhy}>
        {told.map(({ accountId, customerName, reasons }) => (
          <li key={accountId}>
            <strong data-veiled>{asSeen(customerName ?? accountId)}</strong>{' '}
            {customerName !== null && <span className="mono">{accountId}</span>}
            {keyed(reasons, String).map(({ key, item }) => (
              <p key={key}>{item}</p>
            ))}
          </li>
        ))}
        {leftOutTotal > told.length && (
          <li>{texts.moreLeftOut(groupedCount(leftOutTotal - told.length))}</li>
        )}
      </ul>
    </Notice>
  );
}
