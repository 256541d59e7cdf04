/** A window that is not seen paints nothing, and waits so many milliseconds. */
const unseen = 100;

/** Resolves when what is in the page now is painted. */
export const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, unseen);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
