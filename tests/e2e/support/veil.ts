import type { Page } from '@playwright/test';

/** Texts and tooltips of the page that can be read and hold one of these words. */
export const readableTexts = (page: Page, words: readonly string[]): Promise<string[]> =>
  page.evaluate(
    (wanted) => {
      const holds = (text: string) => wanted.some((word) => text.includes(word));
      const found = [document.title].filter(holds);
      for (const element of document.querySelectorAll('[title]'))
        found.push(...[element.getAttribute('title') ?? ''].filter(holds));
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const { parentElement: parent, textContent: text } = walker.currentNode;
        if (parent === null || text === null || !holds(text) || !parent.checkVisibility()) continue;
        const style = getComputedStyle(parent);
        const isHidden = parent.closest('.visually-hidden') !== null;
        const isVeiled = style.webkitTextFillColor === 'rgba(0, 0, 0, 0)';
        if (!isHidden && !isVeiled) found.push(text.trim());
      }
      return found;
    },
    [...words],
  );
