/** What needs a person. */
import { Button, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { partFile } from '../../components/part-file.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { SkeletonTable } from '../../components/table/skeleton-table.tsx';
import { groupedCount } from '../../format/words.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import type { HandleRequest } from './handle-dialog.tsx';
import type { NeedsView } from './need-lines.tsx';
import classes from './overview.module.css';
import { overviewTexts } from './texts.ts';

const { needs: texts } = overviewTexts;

/** Comes behind the first frame. */
export const needLinesFile = partFile(async () => (await import('./need-lines.tsx')).NeedLines);
const HandleDialog = lazy(async () => ({
  default: (await import('./handle-dialog.tsx')).HandleDialog,
}));
const LimitsDialog = lazy(async () => ({
  default: (await import('./limits-dialog.tsx')).LimitsDialog,
}));

export function NeedsPart({ query }: { query: UseQueryResult<NeedsView> }) {
  const { data, error } = query;
  const { knownAt } = useKnownAt();
  const [asked, setAsked] = useState<HandleRequest | null>(null);
  const [isSettingLimits, setSettingLimits] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section className={classes['part']} aria-labelledby="needs-you">
      <div className={classes['head']}>
        <Title
          order={2}
          id="needs-you"
          ref={heading}
          tabIndex={-1}
          className={classes['title'] ?? ''}
        >
          {texts.title}
          {data !== undefined && data.needs.length > 0 && (
            <span className={classes['count']}> · {groupedCount(data.needs.length)}</span>
          )}
        </Title>
        {data !== undefined && knownAt === null && (
          <Button variant="subtle" size="compact-xs" onClick={() => setSettingLimits(true)}>
            {texts.limits}
          </Button>
        )}
      </div>
      <ReadFailure title={texts.failed} error={error} onReadAgain={() => void query.refetch()} />
      {data === undefined && error === null && <SkeletonTable />}
      {data !== undefined && (
        <needLinesFile.Part view={data} onHandle={setAsked} before={<SkeletonTable />} />
      )}
      <Suspense>
        {asked !== null && (
          <HandleDialog
            asked={asked}
            onClose={() => setAsked(null)}
            onDone={() => heading.current?.focus()}
          />
        )}
        {isSettingLimits && data !== undefined && (
          <LimitsDialog limits={data.limits} onClose={() => setSettingLimits(false)} />
        )}
      </Suspense>
    </section>
  );
}
