/** Texts of the help. Its pages are docs/help. */
export const helpTexts = {
  title: 'Help',
  key: '?',
  search: 'Search help',
  results: 'Results',
  count: (count: number) => (count === 1 ? '1 page found' : `${count} pages found`),
  none: (query: string) => `No help for “${query}”. Try another word.`,
  pages: 'All help',
  /** Label of the mark beside a field; the field's label follows. */
  explain: 'Explain',
  firstSteps: 'Start the first steps again',
} as const;
