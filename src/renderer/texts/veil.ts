/** Texts of the privacy veil. */
export const veilTexts = {
  title: 'Privacy veil',
  on: 'Privacy veil is on.',
  peek: (isMac: boolean) =>
    `To read one value, hold ${isMac ? '⌥' : 'Alt'} and point at it, or focus it.`,
  turnOn: 'Turn on privacy veil',
  turnOff: 'Turn off privacy veil',
  keys: (isMac: boolean) => (isMac ? '⇧ ⌘ H' : 'Ctrl Shift H'),
  help: (keys: string) =>
    `For sharing a screen: names, addresses, numbers, notes and amounts are blurred until you hold Alt and point at one. ${keys} turns it on and off. It hides what is on the screen, and nothing else.`,
} as const;
