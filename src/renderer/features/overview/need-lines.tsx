/** The lines of what needs a person, how far it was checked, and what was put aside. */
import { Anchor, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Bridge } from '../../../bridge/contract.ts';
import { type NeedKind, needKinds } from '../../../bridge/need-kinds.ts';
import type { Need } from '../../../bridge/overview.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { Failed } from '../../components/failure-notice.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { ToneIcon } from '../../components/status-mark.tsx';
import { useNow } from '../../components/use-now.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { shortInstant } from '../../format/instants.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { FillingSamples, useFillingSamples } from '../sandbox/sample-data.tsx';
import type { HandleRequest } from './handle-dialog.tsx';
import { Items, isRed, NeedLine, summaryOf } from './need-line.tsx';
import classes from './overview.module.css';
import { placeOf } from './places.ts';
import { overviewTexts } from './texts.ts';

const { needs: texts } = overviewTexts;

export type NeedsView = Awaited<ReturnType<Bridge['overview']['needs']>>;

export interface NeedLinesProps {
  view: NeedsView;
  onHandle: (request: HandleRequest) => void;
}

export function NeedLines({ view, onHandle }: NeedLinesProps) {
  const { knownAt } = useKnownAt();
  const { needs, handled, limits } = view;
  return (
    <>
      {needs.length > 0 && (
        <ul className={classes['lines']} aria-label={texts.title}>
          {gravestFirst(needs).map((need) => (
            <NeedLine
              key={need.kind}
              need={need}
              limits={limits}
              onHandle={knownAt === null ? (as, item) => onHandle({ need, item, as }) : null}
            />
          ))}
        </ul>
      )}
      <Standing view={view} />
      {handled.length > 0 && <Aside handled={handled} limits={limits} />}
    </>
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
  // Much of it needs somebody, and that comes last.
  const { knownAt } = useKnownAt();
  const fillingNow = useFillingSamples();
  const filling = knownAt === null ? fillingNow : null;
  const isAllChecked = pending.length === 0 && failed.length === 0;
  return (
    <div className={classes['standing']}>
      {filling !== null && (
        <div role="status">
          <FillingSamples {...filling} />
        </div>
      )}
      {filling === null && needs.length === 0 && isAllChecked && (
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
      <Failed title={texts.notBack} error={back.error} />
      <ul className={classes['lines']} aria-label={texts.asideList}>
        {handled.map((line) => {
          const { id, kind, count, items, as, at, by, until, note } = line;
          const what = texts.lines[kind](count);
          const isNamed = items.length > 0 && kind !== 'token';
          return (
            <li key={id} className={classes['line']}>
              <ToneIcon tone={as === 'done' ? 'green' : 'grey'} />
              <div className={classes['words']}>
                {isNamed ? <PageLink href={placeOf(line, limits)}>{what}</PageLink> : what}
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
