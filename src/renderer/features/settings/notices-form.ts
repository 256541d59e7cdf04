/** What is typed of notices. */
import { usualLimits } from '../../../bridge/need-kinds.ts';
import type { NoticeKind, NoticePlace, NoticeSettings } from '../../../bridge/notices.ts';
import { placeOf } from '../overview/places.ts';
import { payoutPaths } from '../payouts/paths.ts';
import { settingsTexts } from './texts.ts';

/** IDs that stand in an address as they are; others lead to all of their kind. */
const plainId = /^[\w.:+-]+$/;

export function addressOfNotice({ kind, one }: NoticePlace): string {
  if (kind === 'payoutsFailed')
    return one === null ? payoutPaths.inState('failed') : payoutPaths.one(one.id);
  const items = one === null || !plainId.test(one.id) ? [] : [{ ...one, name: null, what: [] }];
  return placeOf({ kind, count: items.length, items }, usualLimits);
}

const { notices: texts } = settingsTexts;

export interface NoticeValues {
  kinds: NoticeKind[];
  hasQuiet: boolean;
  from: string;
  to: string;
  hasDetails: boolean;
}

export const noticeValues = ({ kinds, quiet, hasDetails }: NoticeSettings): NoticeValues => ({
  kinds: [...kinds],
  hasQuiet: quiet !== null,
  from: quiet?.from ?? '20:00',
  to: quiet?.to ?? '07:00',
  hasDetails,
});

/** `zone`: the person's, as the IANA names it. */
export const noticeSettingsOf = (values: NoticeValues, zone: string): NoticeSettings => ({
  kinds: values.kinds,
  quiet: values.hasQuiet ? { from: values.from, to: values.to, zone } : null,
  hasDetails: values.hasDetails,
});

export const noticeProblems = {
  from: (from: string, { hasQuiet }: NoticeValues): string | null =>
    hasQuiet && from === '' ? texts.noTime : null,
  to(to: string, { hasQuiet, from }: NoticeValues): string | null {
    if (!hasQuiet) return null;
    if (to === '') return texts.noTime;
    return to === from ? texts.sameTimes : null;
  },
};
