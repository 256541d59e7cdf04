/** Checks and requests of the two forms of forwarding: a new address, and a replay. */
import type { ForwardTargetInput, ReplaySelection } from '../../../../bridge/forwarding.ts';
import { forwardingTexts } from './texts.ts';

export interface TargetValues {
  name: string;
  url: string;
  /** '' for all. */
  webhookId: string;
  events: string[];
}

export const emptyTargetValues: TargetValues = { name: '', url: '', webhookId: '', events: [] };

const { problems: targetProblems } = forwardingTexts.form;

/** Whether plain http is allowed for the address is for main to say: it knows the networks. */
export const targetChecks = {
  name: (name: string): string | null =>
    name.trim() === '' || name.trim().length > 80 ? targetProblems.name : null,
  url: (text: string): string | null => {
    const url = URL.parse(text.trim());
    if (url === null || !/^https?:$/.test(url.protocol)) return targetProblems.url;
    return url.username === '' && url.password === '' ? null : targetProblems.credentials;
  },
};

export const targetInputOf = (values: TargetValues): ForwardTargetInput => ({
  name: values.name.trim(),
  url: values.url.trim(),
  webhookId: values.webhookId || null,
  events: values.events,
});

export interface ReplayValues {
  by: 'since' | 'filter';
  /** Local time as the browser's field gives it: `2026-11-20T09:00`. */
  since: string;
  until: string;
  webhookId: string;
  events: string[];
}

const { problems: replayProblems } = forwardingTexts.replay;

export const replayChecks = {
  since: (since: string, values: ReplayValues): string | null =>
    values.by === 'since' && instantOf(since) === null ? replayProblems.since : null,
  until: (until: string, values: ReplayValues): string | null => {
    const to = instantOf(until);
    const from = instantOf(values.since);
    const isBackwards = values.by === 'filter' && to !== null && from !== null && to <= from;
    return isBackwards ? replayProblems.until : null;
  },
};

/** The selection. Call it on values that passed the checks. */
export function replaySelectionOf(values: ReplayValues): ReplaySelection {
  const since = instantOf(values.since);
  if (values.by === 'since') return { by: 'since', since: since ?? '' };
  return {
    by: 'filter',
    webhookId: values.webhookId || null,
    events: values.events,
    since,
    until: instantOf(values.until),
  };
}

/** ISO 8601 UTC of a local time; null for nothing, or for what is no time. */
export function instantOf(local: string): string | null {
  const at = new Date(local);
  return local === '' || Number.isNaN(at.getTime()) ? null : at.toISOString();
}
