/** The question before typed contents are lost: the page's own within it, the browser's where it is closed. */
import { useEffect } from 'react';
import { useEnvironment } from '../app/environment/environment-context.ts';
import { useUnsavedStore } from '../stores/unsaved.ts';

const askBeforeUnload = (event: Event): void => event.preventDefault();

/**
 * Asks while the form is on screen and holds what is saved nowhere. Drafts ask by themselves (stores/drafts.ts).
 * @param staysInProfile it is there again on the way back, but not in another profile
 */
export function useUnsaved(isUnsaved: boolean, staysInProfile = false): void {
  const { window } = useEnvironment();
  const store = useUnsavedStore();
  useEffect(() => {
    if (!isUnsaved) return;
    const release = store.getState().hold(staysInProfile);
    window.addEventListener('beforeunload', askBeforeUnload);
    return () => {
      release();
      window.removeEventListener('beforeunload', askBeforeUnload);
    };
  }, [isUnsaved, staysInProfile, store, window]);
}
