/** The question before a form is left within the page, also by a step in the browser's history. */
import { lazy, Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { useUnsaved } from '../../components/use-unsaved.ts';
import { useTypedNotes } from '../../stores/typed-notes.ts';
import { useUnsavedStore } from '../../stores/unsaved.ts';
import { splitFragment } from '../fragment.ts';

const LeaveDialog = lazy(async () => ({
  default: (await import('./leave-dialog.tsx')).LeaveDialog,
}));

/** Whether it is another place than the one on screen. */
export const isElsewhere = (fragment: string): boolean =>
  splitFragment(fragment).path !== splitFragment(location.hash).path;

export function LeaveQuestion() {
  const store = useUnsavedStore();
  const { leave } = useStore(store);
  const hasNote = useStore(useTypedNotes(), (notes) =>
    Object.values(notes).some((text) => text.trim() !== ''),
  );
  useUnsaved(hasNote, true);
  useEffect(() => {
    const { navigation } = globalThis;
    const ask = (event: NavigateEvent): void => {
      const { key, url } = event.destination;
      const isStep = event.navigationType === 'traverse' && event.cancelable;
      if (!isStep || !isElsewhere(new URL(url).hash)) return;
      if (store.getState().asks(() => void navigation.traverseTo(key))) event.preventDefault();
    };
    navigation?.addEventListener('navigate', ask);
    return () => navigation?.removeEventListener('navigate', ask);
  }, [store]);
  return (
    leave !== null && (
      <Suspense fallback={null}>
        <LeaveDialog />
      </Suspense>
    )
  );
}
