/** How far something agrees with what was sent. */
import type { CheckedResponse } from '../../../bridge/unresolved.ts';
import type { Mismatch } from '../../../bridge/virtual-accounts.ts';
import { Notice } from '../../components/notice.tsx';
import { allSeen } from '../../components/outside-text.tsx';
import { unresolvedTexts } from './texts.ts';
import classes from './unresolved.module.css';

const texts = unresolvedTexts.existsDialog;

export function Comparison({ checked }: { checked: CheckedResponse }) {
  if (checked.mismatches.length > 0) {
    return <MismatchList title={texts.departs} mismatches={checked.mismatches} />;
  }
  return checked.isCompared ? (
    <Notice tone="green">{texts.fits}</Notice>
  ) : (
    <Notice tone="amber">{texts.notCompared}</Notice>
  );
}

export function MismatchList(props: { title: string; mismatches: readonly Mismatch[] }) {
  return (
    <Notice tone="red" role="alert" title={props.title}>
      <ul className={classes['mismatches']}>
        {props.mismatches.map(({ field, sentence }) => (
          <li key={field} data-veiled>
            {allSeen(sentence)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
