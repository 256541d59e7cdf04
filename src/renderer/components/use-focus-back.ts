/** Where the focus goes when a dialog is gone that is in the page only while it is open. */
import { useEffect } from 'react';

/**
 * Called in what the dialog holds: what had the focus before it gets it back afterwards, unless
 * something else has it by then. A dialog that was there before it opened does that by itself.
 */
export function useFocusBack(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      // By then what it held is out of the page, and whatever closed it has moved the focus or not.
      setTimeout(() => {
        const isNowhere = document.activeElement === document.body;
        if (isNowhere && before instanceof HTMLElement) before.focus({ preventScroll: true });
      });
    };
  }, []);
}

/** In the page only while the dialog is open, whoever renders that when. */
export function FocusBack(): null {
  useFocusBack();
  return null;
}
