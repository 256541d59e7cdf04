/** Checks the base URL and the name of a profile while they are typed; main has the last word. */
import { isLoopback } from '../../format/environments.ts';
import { settingsTexts } from './texts.ts';

const { problems } = settingsTexts.add;

/** As main has it (foundation/base-url.ts), which also says what is left without it. */
const operationTail =
  /\/v[12](\/(customers?|virtual-accounts?|bank-accounts?|webhooks?|events?|wallets?)(\/.*)?)?\/*$/i;

/** https, or http on this machine; no credentials, query or fragment. null when fine. */
export function baseUrlProblem(text: string): string | null {
  if (!URL.canParse(text.trim())) return problems.url;
  const url = new URL(text.trim());
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return problems.url;
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return problems.https;
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return problems.parts;
  }
  return operationTail.test(url.pathname) ? problems.operation : null;
}

/** null when fine. */
export function nameProblem(text: string): string | null {
  const { length } = text.trim();
  return length === 0 || length > 80 ? problems.name : null;
}
