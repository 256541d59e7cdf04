/** Keyboards of a Mac name their keys otherwise. */
export const isMac = (): boolean => /Mac/.test(navigator.platform);
