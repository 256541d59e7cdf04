/**
 * One quick look at a text of JSON before its strings are looked at one by one (cut-secrets.ts), for
 * where every microsecond of a million deliveries counts. It says yes too often, and never no wrongly.
 */

/** What a shape has in it and most texts have not. */
const tellTale = ['secret_', 'eyJ', '-----BEGIN'];
const credentialsInUrl = /:\/\/[^\s/]{0,300}@/;
const listOfNumbers = /\[\s{0,100}\d/;

/** Whether any string in it may hold a secret. What is not plain, or spelled in escapes, may. */
export const mayHoldSecret = (json: string, known: readonly string[]): boolean =>
  isOdd(json) ||
  tellTale.some((part) => json.includes(part)) ||
  (json.includes('@') && credentialsInUrl.test(json)) ||
  (json.includes('[') && listOfNumbers.test(json)) ||
  known.some((secret) => json.includes(secret));

/** Letters and digits on end that may be a key. */
const LONG = 51;
/** Letters on end that may be a phrase without its spaces. */
const LONG_WORD = 36;
/** Words of one string that may be a phrase, of so many letters at least. */
const WORDS = 12;
const LETTERS = 3;

/** What a sign is: 0 odd, 1 a letter, 2 a digit, 3 a quote, 4 a space, 5 another. */
const kinds = Uint8Array.from({ length: 128 }, (_none, code) => {
  const sign = String.fromCharCode(code);
  if (/[A-Za-z]/.test(sign)) return 1;
  if (/\d/.test(sign)) return 2;
  if (sign === '"') return 3;
  if (sign === ' ') return 4;
  return /[!-~\r\n\t]/.test(sign) && sign !== '\\' ? 5 : 0;
});

/** A sign that is not plain, a run or a sentence that is too long, or what comes before credentials. */
function isOdd(json: string): boolean {
  let run = 0;
  let letters = 0;
  let words = 0;
  for (let at = 0; at < json.length; at += 1) {
    const kind = kinds[json.charCodeAt(at)] ?? 0;
    if (kind === 4 && letters >= 5 && credentials.test(json.slice(at - 6, at))) return true;
    run = kind <= 2 ? run + 1 : 0;
    letters = kind === 1 ? letters + 1 : 0;
    words = kind === 3 ? 0 : words + Number(letters === LETTERS && kind === 1);
    if (kind === 0 || isTooLong(run, letters, words)) return true;
  }
  return false;
}

const isTooLong = (run: number, letters: number, words: number): boolean =>
  run >= LONG || letters >= LONG_WORD || words >= WORDS;

const credentials = /(?:bearer|basic)$/i;
