/** Names of each object that is open, from its first name on; null for an array. */
type Open = (Set<string> | undefined | null)[];

/**
 * Whether an object in a JSON text repeats a key, however escaped. RFC 8259 leaves open which value counts:
 * readers take the first, the last or none, so such a body has different meanings. Never throws on JSON; for
 * other text the result has no meaning.
 */
export function hasDuplicateKeys(json: string): boolean {
  const open: Open = [];
  let isName = false;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case '{':
        open.push(undefined);
        isName = true;
        break;
      case '[':
        open.push(null);
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case ',':
        isName = true;
        break;
      case ':':
        isName = false;
        break;
      case '"': {
        const end = endOfString(json, at);
        if (isName && isNamedAgain(open, json.slice(at, end + 1))) return true;
        at = end;
      }
    }
  }
  return false;
}

function isNamedAgain(open: Open, quoted: string): boolean {
  const names = open.at(-1);
  if (names === null || open.length === 0) return false;
  const name = String(JSON.parse(quoted));
  if (names?.has(name) === true) return true;
  open[open.length - 1] = (names ?? new Set()).add(name);
  return false;
}

/** Levels of nesting up to which a body is read again: far more than any real one has. */
const maxDepth = 64;

/**
 * Whether a text nests deeper than a body is read. In one pass over JSON or any other text: parsing one MiB of
 * deep brackets takes half a second or more, and main waits for it.
 */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  for (let at = 0; at < json.length && depth <= maxDepth; at += 1) {
    const sign = json[at];
    if (sign === '"') at = endOfString(json, at);
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
  }
  return depth > maxDepth;
}

/** Position of the closing quote; the last position without one. */
function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    if (json[at] === '\\') at += 1;
    else if (json[at] === '"') return at;
  }
  return json.length - 1;
}
