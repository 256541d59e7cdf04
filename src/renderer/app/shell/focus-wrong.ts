/** A form that is sent with something wrong in it puts the person there: a screen reader says nothing else of it. */

/** @returns what ends it */
export function focusWrong(page: Document): () => void {
  const look = ({ target: form }: Event): void => {
    // By then the fields say what is wrong with them.
    setTimeout(() => {
      if (!(form instanceof HTMLElement)) return;
      form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    });
  };
  page.addEventListener('submit', look);
  return () => page.removeEventListener('submit', look);
}
