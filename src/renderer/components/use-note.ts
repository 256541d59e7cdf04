/** A note that is typed beside an act or in its dialog: a person is asked before it is lost. */
import { useState } from 'react';
import { useUnsaved } from './use-unsaved.ts';

export function useNote() {
  const [note, setNote] = useState('');
  useUnsaved(note.trim() !== '');
  return [note, setNote] as const;
}
