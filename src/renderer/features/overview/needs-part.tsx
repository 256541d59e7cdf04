/** What needs a person: a line for each kind, and what was put aside. */
import { Anchor, Button, Title } from '@mantine/core';
import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
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
        <>
          {data.needs.length > 0 && (
            <ul className={classes['lines']} aria-label={texts.title}>
              {gravestFirst(data.needs).map((need) => (
                <NeedLine
                  key={need.kind}
                  need={need}
                  limits={data.limits}
                  onHandle={knownAt === null ? (as, item) => setAsked({ need, item, as }) : null}
                />
              ))}
            </ul>
          )}
          <Standing view={data} />
          {data.handled.length > 0 && <Aside handled={data.handled} limits={data.limits} />}
        </>
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

/** Red ones first; within a colour as they came. */
const gravestFirst = (needs: readonly Need[]): Need[] =>
  needs.toSorted((one, other) => Number(isRed(other)) - Number(isRed(one)));

const namesOf = (kinds: readonly NeedKind[]): string =>
  kinds.map((kind) => texts.kinds[kind]).join(', ');

/** How far it was checked, and when. */
function Standing({ view }: { view: NeedsView }) {
  const { needs, pending, failed, ofNowAlone, checkedAt } = view;
  const now = useNow();
  const isAllChecked = pending.length === 0 && failed.length === 0;
  return (
    <div className={classes['standing']}>
      {needs.length === 0 && isAllChecked && (
        <p className={classes['none']}>
          <ToneIcon tone={ofNowAlone.length === 0 ? 'green' : 'grey'} size={18} />
          <strong>{ofNowAlone.length === 0 ? texts.none : texts.noneOfChecked}</strong>
          <span className="dimmed">
            {texts.noneBody(namesOf(needKinds.filter((kind) => !ofNowAlone.includes(kind))))}
          </span>
        </p>
      )}
      {failed.length > 0 && <p className={classes['notRead']}>{texts.notRead(namesOf(failed))}</p>}
      <p className="dimmed">
        {texts.checked(shortInstant(checkedAt, now))}
        {pending.length > 0 && ` ${texts.pending(namesOf(pending))}`}
        {ofNowAlone.length > 0 && ` ${texts.ofNowAlone(namesOf(ofNowAlone))}`}
        <NewestBackup />
      </p>
    </div>
  );
}

/** How old it is: what is wrong with backups is a line of its own. */
function NewestBackup() {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const { data } = useQuery(queries.backups.get.queryOptions());
  const now = useNow();
  const last = data?.last ?? null;
  return last === null || knownAt !== null ? null : ` ${texts.backup(shortInstant(last.at, now))}`;
}

/** Done and snoozed: never silently gone. */
function Aside({ handled, limits }: Pick<NeedsView, 'handled' | 'limits'>) {
  const { bridge } = useBridge();
  const profileId = useProfileId();
  const { knownAt } = useKnownAt();
  const now = useNow();
  const back = useMutation({
    mutationFn: (id: number) => bridge.overview.bringBack({ id, profileId, knownAt }),
  });
  return (
    <div className={classes['aside']}>
      <Title order={3}>{texts.asideList}</Title>
      {back.error !== null && (
        <FailureNotice title={texts.notBack} failure={toFailure(back.error)} />
      )}
      <ul className={classes['lines']} aria-label={texts.asideList}>
        {handled.map((line) => {
          const { id, kind, count, items, as, at, by, until, note } = line;
          const what = texts.lines[kind](count);
          const isNamed = items.length > 0 && kind !== 'token';
          return (
            <li key={id} className={classes['line']}>
              <ToneIcon tone={as === 'done' ? 'green' : 'grey'} />
              <div className={classes['words']}>
                {isNamed ? (
                  <Anchor component={Link} href={placeOf(line, limits)}>
                    {what}
                  </Anchor>
                ) : (
                  what
                )}
                {isNamed && (
                  <span className={classes['what']} data-veiled>
                    {summaryOf(line, now)}
                  </span>
                )}
                {items.length > 1 && (
                  <details className={classes['what']}>
                    <summary>{texts.showEach}</summary>
                    <Items {...line} limits={limits} onHandle={null} />
                  </details>
                )}
                <span className={classes['what']}>
                  {texts.aside[as](shortInstant(until ?? at, now))}
                  {by !== null && ` ${texts.by(asSeen(by))}`}
                  {note !== '' && <q>{asSeen(note)}</q>}
                </span>
              </div>
              <span className={classes['since']}>
                <ShortMoment at={at} />
              </span>
              <Anchor
                component="button"
                type="button"
                aria-label={texts.bringBackThing(what)}
                onClick={() => back.mutate(id)}
              >
                {texts.bringBack}
              </Anchor>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
