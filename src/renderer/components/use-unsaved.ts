/** The question before a page with typed contents is loaded anew or closed. The words are the browser's. */
import { useEffect } from 'react';
import { useEnvironment } from '../app/environment/environment-context.ts';

const askBeforeUnload = (event: Event): void => event.preventDefault();

/** Asks while the form is on screen and holds what is saved nowhere. Drafts ask by themselves (stores/drafts.ts). */
export function useUnsaved(isUnsaved: boolean): void {
  const { window } = useEnvironment();
  useEffect(() => {
    if (!isUnsaved) return;
    window.addEventListener('beforeunload', askBeforeUnload);
    return () => window.removeEventListener('beforeunload', askBeforeUnload);
  }, [isUnsaved, window]);
}
