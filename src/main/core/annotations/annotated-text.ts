/** What a person typed, made ready to be kept, or refused. */
import { annotationLimits } from '../../../bridge/annotation-limits.ts';
import { secretIn } from '../foundation/secrets/secret-in.ts';

/** Expected: the message is a sentence for a person. */
export class AnnotationError extends Error {
  override readonly name = 'AnnotationError';
  readonly code: 'refused' | 'not-found';
  constructor(code: AnnotationError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const refused = (sentence: string) => new AnnotationError('refused', sentence);

/** Secrets of webhooks and tokens, wherever they stand in a text. */
const serviceSecret =
  /\bsecret_(?:[A-Za-z0-9]{8}|(?=\S{0,40}[+/=])\S{8})|\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/;

/** Throws AnnotationError for what nobody may leave beside a record. */
function requireNoSecret(text: string): void {
  if (serviceSecret.test(text)) {
    throw refused(
      'The text contains a secret or a token, so nothing was saved. Don’t put secrets in notes, labels, references or names.',
    );
  }
  if (secretIn(text) !== null) {
    throw refused(
      'The text looks like a private key or a seed phrase, so nothing was saved. Anyone who reads one can take the money. If it is ordinary text, rephrase it. For a transaction hash, write its first and last characters.',
    );
  }
}

const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** Sorted, each once, without blanks. Throws AnnotationError. */
export function readLabels(typed: readonly string[], folded: (text: string) => string): string[] {
  const labels = new Map<string, string>();
  for (const label of typed.map(oneLine)) {
    if (label === '') continue;
    requireNoSecret(label);
    if (!labels.has(folded(label))) labels.set(folded(label), label);
  }
  if (labels.size > annotationLimits.labels) {
    throw refused(`A record has at most ${annotationLimits.labels} labels. Remove one first.`);
  }
  return [...labels.values()].sort((one, other) => one.localeCompare(other, 'en'));
}

/** Reads a reference or a name: null for blanks alone. Throws AnnotationError. */
export function readReference(typed: string): string | null {
  const reference = oneLine(typed);
  requireNoSecret(reference);
  return reference === '' ? null : reference;
}

/** Lines stay. Throws AnnotationError, also for a note that says nothing. */
export function readNote(typed: string): string {
  const text = typed
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, ' ')
    .trim();
  if (text === '') throw refused('Enter the text of the note.');
  requireNoSecret(text);
  return text;
}
