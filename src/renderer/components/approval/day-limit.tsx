/** How much of a team's limit of the day is used, where one is set. */
import { useQuery } from '@tanstack/react-query';
import type { DayLimit as Limit } from '../../../bridge/approvals.ts';
import { counted, groupedCount, listed } from '../../../bridge/words.ts';
import { type WriteName, writes } from '../../../contract/writes.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { Notice } from '../notice.tsx';

const usedOf = ({ of, usedToday, mostPerDay }: Limit): string =>
  mostPerDay === 0
    ? `no ${writes[of].nouns} allowed`
    : `${groupedCount(usedToday)} of ${counted(mostPerDay, writes[of].noun, writes[of].nouns)}`;

const texts = {
  used: (limits: readonly Limit[]) =>
    `Daily limit of the team, used today (UTC) as known to this computer: ${listed(limits.map(usedOf))}.`,
  none: (nouns: string) => `The team’s policy allows no new ${nouns}.`,
  reached: 'Nothing more of this kind is sent before 00:00 UTC.',
  left: (left: number) =>
    `The run sends ${groupedCount(left)} more today, then pauses. Resume it after 00:00 UTC.`,
} as const;

function useDayLimits(): readonly Limit[] {
  const { queries } = useBridge();
  return useQuery(queries.approvals.status.queryOptions()).data?.limits ?? [];
}

/** @param count how many are to be sent: rows of a file */
export function DayLimit({ of, count = 1 }: { of: WriteName; count?: number }) {
  const limit = useDayLimits().find((one) => one.of === of);
  if (limit === undefined) return null;
  const left = Math.max(0, limit.mostPerDay - limit.usedToday);
  const used = texts.used([limit]);
  if (count <= left) return <p className="dimmed">{used}</p>;
  return (
    <Notice tone="amber" role="status">
      {limit.mostPerDay === 0
        ? texts.none(writes[of].nouns)
        : `${used} ${left === 0 ? texts.reached : texts.left(left)}`}
    </Notice>
  );
}

/** Use of the day limits, for all kinds that have one. */
export function DayLimits() {
  const limits = useDayLimits();
  return limits.length === 0 ? null : <span>{texts.used(limits)}</span>;
}
