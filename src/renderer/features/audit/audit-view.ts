/** What of the audit log is shown: it stands in the address. */
import { useCallback, useMemo } from 'react';
import { useLocation } from 'wouter';
import { useHashSearch } from '../../app/hash-location.ts';
import { auditPaths } from './paths.ts';

interface AuditFact {
  /** `intentKey` → `Request key`, `proof.state` → `Proof · state`. */
  name: string;
  value: string;
}

/**
 * Facts of an audit entry as names and values that people read; what is null is left out. Facts that are
 * no object, which no entry of this version has, come as one value without a name.
 */
export function auditFactsOf(facts: unknown, path = ''): AuditFact[] {
  if (facts === null || facts === undefined) return [];
  if (typeof facts === 'boolean') return [{ name: path, value: facts ? 'Yes' : 'No' }];
  if (typeof facts !== 'object') return [{ name: path, value: valueInWords(path, String(facts)) }];
  if (Array.isArray(facts)) {
    const isOfSentences = facts.every((fact) => typeof fact === 'string' && fact.endsWith('.'));
    const value = facts.map(inList).join(isOfSentences ? ' ' : ', ');
    return value === '' ? [] : [{ name: path, value }];
  }
  return Object.entries(facts).flatMap(([key, value]) =>
    auditFactsOf(value, path === '' ? capitalised(inWords(key)) : `${path} · ${inWords(key)}`),
  );
}

/** Facts whose values come from lists of the code. */
const listed =
  /(?:^| · )(?:cause|outcome|state|before|role|how|kind|problem|operation|personal data)$/i;
const listedValue = /^[a-z]+(?:[A-Z][a-z]+)*(?:[ -][a-z]+)*$/;
/** What is called otherwise on the page. Never the state `refused`, which reads as it is. */
const causeWords: Readonly<Record<string, string>> = {
  cut: 'Connection lost',
  invalid: 'Data not accepted',
  name: 'Host name not found',
  refused: 'Connection refused',
  unauthorized: 'Token not accepted',
};

/** As people read it: `rate-limited` → `Rate limited`. What a person or the service wrote stays as it is. */
function valueInWords(name: string, value: string): string {
  if (!listed.test(name) || !listedValue.test(value)) return value;
  const words = /cause$/i.test(name) ? causeWords[value] : undefined;
  return words ?? capitalised(inWords(value));
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

const names = ['kind', 'by', 'from', 'to', 'record', 'search'] as const;
/** As text; empty where nothing is asked for. `from` and `to` are days, both included. */
export type AuditView = Record<(typeof names)[number], string>;

export function viewOf(query: string): AuditView {
  const asked = new URLSearchParams(query);
  return Object.fromEntries(names.map((name) => [name, asked.get(name) ?? ''])) as AuditView;
}

export function queryOf(view: AuditView): string {
  const set = names.filter((name) => view[name] !== '').map((name) => [name, view[name]]);
  return new URLSearchParams(set).toString();
}

/** The beginning of a day of this computer, so many days later; null for what is not a day. */
function dayStart(text: string, later: number): string | null {
  const [, year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return null;
  const date = new Date(year, month - 1, day);
  if (date.getMonth() !== month - 1 || date.getDate() !== day) return null;
  return new Date(year, month - 1, day + later).toISOString();
}

const beginning = /^\d{1,4}$|^\d{4}-\d{0,2}$|^\d{4}-\d\d-\d{0,2}$/;

/** Whether it is no day. While it is typed, the beginning of a day is not wrong. */
export const isWrongDay = (text: string, isTyping: boolean): boolean =>
  text !== '' &&
  dayStart(text, 0) === null &&
  !(isTyping && text.length < 10 && beginning.test(text));

/** As main takes it; a day that is not typed to its end filters nothing. */
export const filterOf = ({ kind, by, from, to, record, search }: AuditView) => ({
  kind: kind || null,
  by: by || null,
  from: dayStart(from, 0),
  to: dayStart(to, 1),
  record,
  search,
});

export function useAuditView(): {
  readonly view: AuditView;
  readonly change: (patch: Partial<AuditView>) => void;
} {
  const [, navigate] = useLocation();
  const raw = useHashSearch();
  const view = useMemo(() => viewOf(raw), [raw]);
  const change = useCallback(
    (patch: Partial<AuditView>) => {
      const query = queryOf({ ...view, ...patch });
      navigate(query === '' ? auditPaths.root : `${auditPaths.root}?${query}`, { replace: true });
    },
    [view, navigate],
  );
  return { view, change };
}
