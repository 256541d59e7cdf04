/** Watches what needs a person, and tells each new thing of the chosen kinds once. */
import {
  type NoticeKind,
  type NoticePlace,
  type NoticeSettings,
  noticeKinds,
  type QuietHours,
  type ShownNotice,
} from '../../../bridge/notices.ts';
import type { NeedItem } from '../../../bridge/overview.ts';
import type { UpdateTopic } from '../../../bridge/updates.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../core/foundation/log.ts';
import { createPacedWork } from '../../core/foundation/paced-work.ts';
import type { FoundKind, NoticeStore } from './store.ts';

/** What a host does with notices: shows them by the system, and marks its icon. */
export interface HostNotices {
  /** `onOpen`: a person pressed it, and the page is in front. */
  show(notice: {
    readonly title: string;
    readonly body: string;
    readonly onOpen: () => void;
  }): void;
  /** 0 takes it away. */
  badge(count: number): void;
}

/** Notices that wait for a page. */
const mostWaiting = 20;

/** What waits of a kind, read anew; kinds that can't be told yet are left out. */
export type FindKinds = (
  kinds: readonly NoticeKind[],
) => Promise<ReadonlyMap<NoticeKind, FoundKind>>;

export interface NoticesParts {
  readonly store: NoticeStore;
  readonly find: FindKinds;
  /** null: the page shows notices. */
  readonly host: HostNotices | null;
  readonly profileName: () => string;
  /** Something waits for the page, or the settings are others. */
  readonly tell: () => void;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

export interface Notices {
  settings(): NoticeSettings;
  /** Resolves when what is there already is known. */
  save(settings: NoticeSettings): Promise<void>;
  waiting(): number;
  /** For the page: how much there is of the kinds that are told. 0 where a host counts. */
  badge(): number;
  take(): { notices: ShownNotice[]; open: NoticePlace | null };
  onUpdate(topic: UpdateTopic): void;
  /** Resolves when everything that is there by now was told. */
  look(): Promise<void>;
  close(): Promise<void>;
}

const silent: ReadonlySet<UpdateTopic> = new Set(['audit', 'exports', 'links', 'vault']);

export function createNotices(parts: NoticesParts): Notices {
  const { store, find, host, profileName, tell, clock, log } = parts;
  let waiting: ShownNotice[] = [];
  let open: NoticePlace | null = null;
  let lastId = 0;
  let pageBadge = 0;
  let isClosed = false;

  function show(kind: NoticeKind, items: readonly NeedItem[], hasDetails: boolean): void {
    const words = noticeWords(kind, items, {
      hasDetails,
      profileName: profileName(),
      now: clock.now(),
    });
    const [only] = items;
    const one = items.length === 1 && only !== undefined ? { id: only.id, at: only.at } : null;
    const place = { kind, one };
    if (host === null) {
      lastId += 1;
      waiting = [...waiting, { id: lastId, ...words, place }].slice(-mostWaiting);
      tell();
      return;
    }
    host.show({
      ...words,
      onOpen() {
        if (isClosed) return;
        open = place;
        tell();
      },
    });
  }

  function mark(count: number): void {
    host?.badge(count);
    if (host !== null || count === pageBadge) return;
    pageBadge = count;
    tell();
  }

  async function lookOnce(): Promise<void> {
    const asked = store.settings().kinds;
    const found = asked.length === 0 ? new Map<NoticeKind, FoundKind>() : await find(asked);
    if (isClosed) return;
    // A person may have chosen otherwise meanwhile.
    const { kinds, quiet, hasDetails } = store.settings();
    const told = [...found].filter(([kind]) => kinds.includes(kind));
    mark(told.reduce((sum, [, { count }]) => sum + count, 0));
    const isSilent = isQuiet(clock.now(), quiet);
    for (const [kind, one] of told) {
      if (isSilent && store.isKnown(kind)) continue;
      const fresh = store.takeNew(kind, one);
      if (fresh.length > 0) show(kind, fresh, hasDetails);
    }
  }

  const looking = createPacedWork({
    work: lookOnce,
    clock,
    onError: (error) => log.error({ err: error }, 'what is new could not be told'),
  });

  return {
    settings() {
      const settings = store.settings();
      return { ...settings, kinds: noticeKinds.filter((kind) => settings.kinds.includes(kind)) };
    },
    async save(settings) {
      store.save(settings);
      tell();
      await looking.run();
    },
    waiting: () => waiting.length + (open === null ? 0 : 1),
    badge: () => pageBadge,
    take() {
      const taken = { notices: waiting, open };
      waiting = [];
      open = null;
      return taken;
    },
    onUpdate(topic) {
      if (!silent.has(topic)) looking.wake();
    },
    look: looking.run,
    async close() {
      isClosed = true;
      host?.badge(0);
      await looking.close();
    },
  };
}

const titles: Readonly<Record<NoticeKind, readonly [one: string, more: (n: number) => string]>> = {
  payoutsFailed: ['A payout failed', (n) => `${n} payouts failed`],
  kycRejected: ['KYC was rejected', (n) => `KYC was rejected for ${n} customers`],
  mismatches: [
    'A virtual account does not match its request',
    (n) => `${n} virtual accounts do not match their requests`,
  ],
  unresolved: ['A request has an unknown outcome', (n) => `${n} requests have an unknown outcome`],
  approvalsWaiting: [
    'A request waits for your approval',
    (n) => `${n} requests wait for your approval`,
  ],
  approvalsToSend: ['A request was approved', (n) => `${n} requests were approved`],
  approvalsRefused: ['A request was refused', (n) => `${n} requests were refused`],
  tunnels: ['A tunnel is down', (n) => `${n} tunnels are down`],
  token: ['The access token expires soon', (n) => `${n} access tokens expire soon`],
};

export const kindTitle = (kind: NoticeKind): string => titles[kind][0];

/** Names that are shown, and letters of each. */
const shownNames = 3;
const shownLetters = 60;

/** Text from outside on one line, without what changes its direction. */
const plain = (text: string): string =>
  [...text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')].slice(0, shownLetters).join('').trim();

interface NoticeWords {
  readonly title: string;
  readonly body: string;
}

/** What a notice says. It may stand on a locked screen, so names and amounts are left to a person's choice. */
function noticeWords(
  kind: NoticeKind,
  items: readonly NeedItem[],
  told: { readonly profileName: string; readonly hasDetails: boolean; readonly now: number },
): NoticeWords {
  const [one, more] = titles[kind];
  const isExpired = kind === 'token' && items.some(({ id }) => Date.parse(id) <= told.now);
  const title = isExpired
    ? 'The access token has expired'
    : items.length === 1
      ? one
      : more(items.length);
  const names = told.hasDetails ? items.flatMap(({ name }) => name ?? []) : [];
  const shown = names.slice(0, shownNames).map(plain).join(', ');
  const rest = names.length > shownNames ? ' and others' : '';
  const profile = `Profile: ${plain(told.profileName)}`;
  return { title, body: shown === '' ? profile : `${shown}${rest} · ${profile}` };
}

/** `now` in milliseconds since 1970. */
export function isQuiet(now: number, quiet: QuietHours | null): boolean {
  if (quiet === null) return false;
  const { from, to, zone } = quiet;
  const wall = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(now);
  return from < to ? from <= wall && wall < to : from <= wall || wall < to;
}
