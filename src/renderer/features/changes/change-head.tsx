/** What a change is of: the field, how grave it is, and the record, which it leads to. */
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import type { ChangeKind, ReportedChangeView } from '../../../bridge/changes.ts';
import { toneOfWeight } from '../../components/changes/change-mark.tsx';
import { fieldInWords } from '../../components/changes/change-view.tsx';
import { ToneIcon } from '../../components/status-mark.tsx';
import { asSeen } from '../../format/hidden-characters.ts';
import { bankAccountPaths } from '../bank-accounts/paths.ts';
import { customerPaths } from '../customers/paths.ts';
import { virtualAccountPaths } from '../virtual-accounts/paths.ts';
import { webhookPaths } from '../webhooks/paths.ts';
import classes from './changes.module.css';
import { changesTexts } from './texts.ts';

const hrefs: Readonly<Record<ChangeKind, (id: string) => string>> = {
  customer: customerPaths.one,
  virtualAccount: virtualAccountPaths.one,
  bankAccount: bankAccountPaths.one,
  webhook: webhookPaths.one,
};

export function ChangeHead({ change }: { change: ReportedChangeView }) {
  const { kind, resourceId, name } = change;
  return (
    <div className={classes['names']}>
      <span className={classes['field']}>
        <ToneIcon tone={toneOfWeight[change.weight]} />
        <strong>{fieldInWords(change.path)}</strong>
      </span>
      <span>
        {changesTexts.kinds[kind]}{' '}
        <Anchor component={Link} href={hrefs[kind](resourceId)} underline="always">
          {asSeen(name ?? resourceId)}
        </Anchor>
        {name !== null && <span className={`mono ${classes['id']}`}> {resourceId}</span>}
      </span>
    </div>
  );
}
