/** What is typed of notices. */
import type { NoticeKind, NoticeSettings } from '../../../bridge/notices.ts';
import { settingsTexts } from './texts.ts';

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
