/** Checks and requests of the two forms of forwarding: a new address, and a replay. */
import {
  type ForwardTargetInput,
  type ForwardTargetView,
  meantUrl,
  type ReplaySelection,
} from '../../../../bridge/forwarding.ts';
import type { Tone } from '../../../components/status-mark.tsx';
import { instantOfField, isNoMoment, localField } from '../../../format/exact-instants.ts';
import { shortInstant } from '../../../format/instants.ts';
import { stateTexts } from '../../../texts/states.ts';
import { forwardingTexts } from './texts.ts';

/** How an address stands, as its mark and its sentence say it. */
const texts = forwardingTexts.target;

interface TargetState {
  tone: Tone;
  mark: string;
  /** Why it fails and what comes of it; null while nothing fails, or nothing is sent. */
  reason: string | null;
}

/** Red once nothing is tried any more, amber while it still is. */
export function targetStateOf(
  { isPaused, failing, nextTryAt }: Pick<ForwardTargetView, 'isPaused' | 'failing' | 'nextTryAt'>,
  now: number,
): TargetState {
  if (isPaused) return { tone: 'grey', mark: texts.paused, reason: null };
  if (failing === null) return { tone: 'green', mark: texts.active, reason: null };
  const mark = texts.failingSince(shortInstant(failing.since, now), failing.status);
  return nextTryAt === null
    ? { tone: 'red', mark, reason: texts.givenUp(failing.reason) }
    : { tone: 'amber', mark, reason: texts.triedAgain(failing.reason) };
}

export interface TargetValues {
  name: string;
  url: string;
  /** '' for all. */
  webhookId: string;
  events: string[];
  /** Counts in a team alone. */
  isForTeam: boolean;
}

export const emptyTargetValues: TargetValues = {
  name: '',
  url: '',
  webhookId: '',
  events: [],
  isForTeam: true,
};

const { problems: targetProblems } = forwardingTexts.form;

/** Whether plain http is allowed for the address is for main to say: it knows the networks. */
export const targetChecks = {
  name: (name: string): string | null =>
    name.trim() === '' || name.trim().length > 80 ? targetProblems.name : null,
  url: (text: string): string | null => {
    const url = URL.parse(meantUrl(text));
    if (url === null || !/^https?:$/.test(url.protocol)) return targetProblems.url;
    return url.username === '' && url.password === '' ? null : targetProblems.credentials;
  },
};

export const targetInputOf = (values: TargetValues): ForwardTargetInput => ({
  name: values.name.trim(),
  url: meantUrl(values.url),
  webhookId: values.webhookId || null,
  events: values.events,
  // Main decides where it can be.
  isForTeam: values.isForTeam ? null : false,
});

export interface ReplayValues {
  by: 'since' | 'filter';
  /** Local time: `2026-11-20 09:00`. */
  since: string;
  until: string;
  webhookId: string;
  events: string[];
}

/** What a replay is most likely wanted since: the failing of the target, else a day ago. */
export const sinceOf = ({ failing }: Pick<ForwardTargetView, 'failing'>, now: number): string =>
  localField(failing?.since ?? new Date(now - 24 * 3_600_000).toISOString());

const { problems: replayProblems } = forwardingTexts.replay;

export const replayChecks = {
  since: (since: string, values: ReplayValues): string | null =>
    isNoMoment(since) || (values.by === 'since' && instantOfField(since) === null)
      ? stateTexts.momentNeeded
      : null,
  until: (until: string, values: ReplayValues): string | null => {
    if (values.by === 'filter' && isNoMoment(until)) return stateTexts.momentNeeded;
    const to = instantOfField(until);
    const from = instantOfField(values.since);
    const isBackwards = values.by === 'filter' && to !== null && from !== null && to <= from;
    return isBackwards ? replayProblems.until : null;
  },
};

/** The selection. Call it on values that passed the checks. */
export function replaySelectionOf(values: ReplayValues): ReplaySelection {
  const since = instantOfField(values.since);
  if (values.by === 'since') return { by: 'since', since: since ?? '' };
  return {
    by: 'filter',
    webhookId: values.webhookId || null,
    events: values.events,
    since,
    until: instantOfField(values.until),
  };
}
