/** The button that ends a form of settings, and beside it that what was typed is saved. */
import { Button } from '@mantine/core';
import { StatusMark } from '../../components/status-mark.tsx';
import classes from './settings.module.css';

export interface SaveActionsProps {
  texts: { readonly save: string; readonly saved: string };
  isSaving: boolean;
  isSaved: boolean;
}

export function SaveActions({ texts, isSaving, isSaved }: SaveActionsProps) {
  return (
    <div className={classes['actions']}>
      <Button type="submit" loading={isSaving}>
        {texts.save}
      </Button>
      <span role="status" className={classes['beside']}>
        {isSaved && <StatusMark tone="green">{texts.saved}</StatusMark>}
      </span>
    </div>
  );
}
