/** Behind a dialog the page is out of reach, for what opens by a key too. */
export const isBehindDialog = (): boolean => document.querySelector('[aria-modal="true"]') !== null;
