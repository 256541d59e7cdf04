/** The question before typed contents are lost: the page's own within it, the browser's where it is closed. */
import { useEffect } from 'react';
import { useEnvironment } from '../app/environment/environment-context.ts';
import { useUnsavedStore } from '../stores/unsaved.ts';

const askBeforeUnload = (event: Event): void => event.preventDefault();

/** Asks while the form is on screen and holds what is saved nowhere. Drafts ask by themselves (stores/drafts.ts). */
export function useUnsaved(isUnsaved: boolean): void {
  const { window } = useEnvironment();
  const store = useUnsavedStore();
  useEffect(() => {
    if (!isUnsaved) return;
    const release = store.getState().hold();
    window.addEventListener('beforeunload', askBeforeUnload);
    return () => {
      release();
      window.removeEventListener('beforeunload', askBeforeUnload);
    };
  }, [isUnsaved, store, window]);
}
