/** Reads the body of an answer: bounded, and told apart from web pages and broken JSON. */
import { parseExactJson } from '../../../contract/exact-json.ts';
import { maxResponseBytes } from '../../../contract/limits.ts';

/** What came over the line. */
export interface ReceivedBody {
  readonly bytes: Uint8Array;
  /**
   * `whole`: to its end; `too-large`: over 8 MiB, the rest was not read; `broken`: the line failed
   * on the way.
   */
  readonly end: 'whole' | 'too-large' | 'broken';
  /** What broke it. */
  readonly thrown: unknown;
}

/** Counts what is decoded, so that a small compressed body can't grow without end. */
export async function receiveBody(response: Response): Promise<ReceivedBody> {
  const reader = response.body?.getReader();
  if (reader === undefined) return { bytes: new Uint8Array(), end: 'whole', thrown: null };
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.byteLength;
      if (length > maxResponseBytes) {
        // Not awaited: a server that goes on sending must not hold us.
        reader.cancel().catch(() => undefined);
        return { bytes: new Uint8Array(), end: 'too-large', thrown: null };
      }
      chunks.push(part.value);
    }
    return { bytes: Buffer.concat(chunks), end: 'whole', thrown: null };
  } catch (thrown) {
    return { bytes: Buffer.concat(chunks), end: 'broken', thrown };
  }
}

/** Deeper than any resource; what is deeper would exhaust whatever walks it. */
const deepest = 100;

export type ParsedBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'html-page' }
  | { readonly kind: 'not-json' };

/** Parses strictly: JSON in UTF-8, whatever the content type says. */
export function parseBody(bytes: Uint8Array): ParsedBody {
  const text = decode(bytes);
  if (text === null) return { kind: 'not-json' };
  if (/^\s*<(?:!doctype|html|head|body|\?xml|!--)/i.test(text.slice(0, 1024))) {
    return { kind: 'html-page' };
  }
  if (depthOf(text) > deepest) return { kind: 'not-json' };
  try {
    return { kind: 'json', value: parseExactJson(text) };
  } catch {
    return { kind: 'not-json' };
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** How deep brackets nest outside of strings; stops counting once it is too deep. */
function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  let inString = false;
  for (let at = 0; at < text.length && most <= deepest; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else {
      if (character === '"') inString = true;
      depth += nesting(character);
      most = Math.max(most, depth);
    }
  }
  return most;
}

function nesting(character: string | undefined): -1 | 0 | 1 {
  if (character === '[' || character === '{') return 1;
  return character === ']' || character === '}' ? -1 : 0;
}
