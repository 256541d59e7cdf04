/** Notes, newest first; each with what it said before. */
import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { annotationLimits } from '../../../bridge/annotation-limits.ts';
import type { NoteView } from '../../../bridge/annotations.ts';
import { longInstant } from '../../../bridge/instants.ts';
import { annotationTexts as texts } from '../../texts/annotations.ts';
import { FromOther, type FromOtherProps } from '../handed-over/from-other.tsx';
import { LongMoment } from '../moment.tsx';
import { useUnsaved } from '../use-unsaved.ts';
import classes from './annotations.module.css';

export interface NotesListProps {
  /** The record beside which they stand. */
  of: FromOtherProps['of'];
  notes: readonly NoteView[];
  /** null while nothing can be changed. Resolves to whether it was kept. */
  onEdit: ((noteId: string, text: string) => Promise<boolean>) | null;
}

export function NotesList({ of, notes, onEdit }: NotesListProps) {
  return (
    <ul className={classes['notes']}>
      {notes.map((note) => (
        <li key={note.noteId} className={classes['note']}>
          <Note of={of} note={note} onEdit={onEdit} />
        </li>
      ))}
    </ul>
  );
}

function Note({ of, note, onEdit }: Pick<NotesListProps, 'of' | 'onEdit'> & { note: NoteView }) {
  const [draft, setDraft] = useState<string | null>(null);
  const [newest, ...earlier] = note.versions;
  useUnsaved(draft !== null && draft !== newest?.text);
  if (newest === undefined) return null;
  if (draft !== null && onEdit !== null) {
    return (
      <>
        <Textarea
          label={texts.edited}
          autosize
          minRows={2}
          maxRows={12}
          maxLength={annotationLimits.note}
          data-autofocus
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
        <Group gap={8} align="stretch" wrap="nowrap" mt={8}>
          <Button
            size="xs"
            disabled={draft.trim() === ''}
            onClick={async () => {
              if (await onEdit(note.noteId, draft)) setDraft(null);
            }}
          >
            {texts.save}
          </Button>
          <Button size="xs" variant="default" onClick={() => setDraft(null)}>
            {texts.back}
          </Button>
        </Group>
      </>
    );
  }
  return (
    <>
      <NoteText text={newest.text} />
      <div className={classes['head']}>
        <span className="dimmed">
          <LongMoment at={newest.at} />{' '}
          <FromOther of={of} what="note" part={note.noteId} at={newest.at} />
        </span>
        {onEdit !== null && newest.text !== '' && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={texts.editNote(longInstant(newest.at))}
            onClick={() => setDraft(newest.text)}
          >
            {texts.edit}
          </Button>
        )}
      </div>
      {earlier.length > 0 && <Earlier of={of} noteId={note.noteId} versions={earlier} />}
    </>
  );
}

/** Nobody can write an empty one: an erasure took the text out. */
const NoteText = ({ text }: { text: string }) =>
  text === '' ? (
    <p className="dimmed">{texts.erased}</p>
  ) : (
    <p className={classes['text']} data-veiled>
      {text}
    </p>
  );

function Earlier({
  of,
  noteId,
  versions,
}: Pick<NotesListProps, 'of'> & Pick<NoteView, 'noteId' | 'versions'>) {
  return (
    <details className={classes['earlier']}>
      <summary>{texts.earlier(versions.length)}</summary>
      <ul>
        {versions.map(({ text, at }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two versions may say the same at the same moment
          <li key={index}>
            <NoteText text={text} />
            <LongMoment at={at} /> <FromOther of={of} what="note" part={noteId} at={at} />
          </li>
        ))}
      </ul>
    </details>
  );
}
