/**
 * Terminal control characters, line ends included, halves of surrogate pairs, invisible characters (fillers,
 * variation selectors), and wide or narrow spaces, which push the rest out of sight.
 */
const unseen =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

/**
 * Outside text as one terminal line: whatever moves the cursor, colours, renames the window or changes
 * direction becomes an escape, `\u001b`, which is valid in a JSON string too.
 */
export const terminalText = (text: string): string =>
  text.replaceAll(unseen, (found) =>
    Array.from(
      { length: found.length },
      (_, unit) => `\\u${found.charCodeAt(unit).toString(16).padStart(4, '0')}`,
    ).join(''),
  );

/** The same for several lines, such as a help text. */
export const terminalLines = (text: string): string =>
  text.split('\n').map(terminalText).join('\n');
