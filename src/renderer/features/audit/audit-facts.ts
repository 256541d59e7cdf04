/** Facts of an audit entry as names and values that people read; what is null is left out. */

export interface AuditFact {
  /** `intentKey` → `Request key`, `proof.state` → `Proof · state`. */
  name: string;
  value: string;
}

/** Facts that are no object, which no entry of this version has, come as one value without a name. */
export function auditFactsOf(facts: unknown, path = ''): AuditFact[] {
  if (facts === null || facts === undefined) return [];
  if (typeof facts === 'boolean') return [{ name: path, value: facts ? 'Yes' : 'No' }];
  if (typeof facts !== 'object') return [{ name: path, value: String(facts) }];
  if (Array.isArray(facts)) {
    const value = facts.map(inList).join(', ');
    return value === '' ? [] : [{ name: path, value }];
  }
  return Object.entries(facts).flatMap(([key, value]) =>
    auditFactsOf(value, path === '' ? capitalised(inWords(key)) : `${path} · ${inWords(key)}`),
  );
}

const inList = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

/** An intent of the code is a request of the page. */
function inWords(key: string): string {
  const words = key.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' ');
  return words
    .toLowerCase()
    .replace(/\bintent(s?)\b/g, 'request$1')
    .replace(/\bsha256\b/g, 'SHA-256')
    .replace(
      /\b(id|url|csv|pdf|kyc)(s?)\b/g,
      (_word, short: string, many: string) => short.toUpperCase() + many,
    );
}

const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
