/** Text within HTML. */
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For the content of an element and for an attribute in quotes. */
export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '');
