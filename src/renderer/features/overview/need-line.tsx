/** One line of what needs a person: what, since when, and the way to where it is done. */
import { ActionIcon, Group } from '@mantine/core';
import { IconCheck, IconChevronDown, IconChevronRight, IconClockPause } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { endedHere, type NeedKind } from '../../../bridge/need-kinds.ts';
import type { HandledView, LimitHours, Need, NeedItem } from '../../../bridge/overview.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { labelOfField } from '../../components/changes/change-view.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { ToneIcon } from '../../components/status-mark.tsx';
import { Tip } from '../../components/tip.tsx';
import { useNow } from '../../components/use-now.ts';
import { formatMoney } from '../../format/amounts.ts';
import { asSeen } from '../../format/hidden-characters.ts';
import { shortId } from '../../format/identifiers.ts';
import { formatEnd } from '../../format/instants.ts';
import { statusWords } from '../../format/status-tone.ts';
import { formatCriterion } from '../../format/words.ts';
import classes from './overview.module.css';
import { placeOf, placeOfItem } from './places.ts';
import { overviewTexts } from './texts.ts';

const { needs: texts, handle } = overviewTexts;

/** Money may go where nobody wants it, or was refused. */
const red: ReadonlySet<Need['kind']> = new Set([
  'otherComputer',
  'mismatches',
  'conflicting',
  'sentTwice',
  'changes',
  'payoutsFailed',
  'kycRejected',
]);
export const isRed = ({ kind }: Pick<Need, 'kind'>): boolean => red.has(kind);

/** What they are of has no name. */
const nameless: ReadonlySet<Need['kind']> = new Set([
  'gaps',
  'recoveryKey',
  'backups',
  'clock',
  'otherComputer',
]);

/** So many are named in the line itself. */
const namedItems = 3;

/** `item`: one of the line's; null for all of them. */
type OnHandle = (as: HandledView['as'], item: NeedItem | null) => void;

export interface NeedLineProps {
  need: Need;
  limits: LimitHours;
  /** null where nothing can be put aside. */
  onHandle: OnHandle | null;
}

export function NeedLine({ need, limits, onHandle }: NeedLineProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const now = useNow();
  const line = lineOf(need, now);
  const hasMany = need.items.length > 1;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <li>
      <div className={classes['line']}>
        <ToneIcon tone={isRed(need) ? 'red' : 'amber'} size={18} />
        <div className={classes['words']}>
          <PageLink href={placeOf(need, limits)}>
            {need.isAtLeast && `${texts.atLeast} `}
            {line}
          </PageLink>
          <span className={classes['what']} data-veiled>
            {summaryOf(need, now)}
          </span>
        </div>
        <span className={classes['since']}>
          <span className="visually-hidden">{texts.since} </span>
          <ShortMoment at={need.since} />
          {need.isSinceAtLeast && ` ${texts.orEarlier}`}
        </span>
        <Group gap={4} wrap="nowrap" className={classes['actions'] ?? ''}>
          {onHandle !== null && (
            <Acts kind={need.kind} what={line} onHandle={(as) => onHandle(as, null)} />
          )}
          <button
            type="button"
            className={classes['toggle']}
            data-hidden={!hasMany}
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={(isOpen ? texts.hide : texts.show)(line)}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Chevron size={16} aria-hidden />
          </button>
        </Group>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <Items {...need} limits={limits} onHandle={onHandle} />}
      </div>
    </li>
  );
}

/** What is listed and what is put aside are named alike. */
type NamedLine = Pick<Need, 'kind' | 'count' | 'items'>;

interface ItemsProps extends NamedLine {
  limits: LimitHours;
  /** null where none of them can be put aside by itself. */
  onHandle: OnHandle | null;
}

interface ActsProps {
  kind: NeedKind;
  what: string;
  onHandle: (as: HandledView['as']) => void;
}

const acts = [
  ['done', IconCheck, handle.done],
  ['snoozed', IconClockPause, handle.snooze],
] as const;

function Acts({ kind, what, onHandle }: ActsProps) {
  return acts
    .filter(([as]) => as === 'snoozed' || endedHere.includes(kind))
    .map(([as, Icon, label]) => (
      <Tip key={as} label={label}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`${label} ${what}`}
          onClick={() => onHandle(as)}
        >
          <Icon size={17} aria-hidden />
        </ActionIcon>
      </Tip>
    ));
}

/** Each of a line, as far as it is listed. */
export function Items({ kind, items, count, limits, onHandle }: ItemsProps) {
  return (
    <>
      <ul className={classes['items']}>
        {items.map((item) => (
          <li key={`${item.id} ${item.at}`}>
            <PageLink href={placeOfItem(kind, item, limits)} data-veiled>
              {asSeen(nameOf(kind, item))}
            </PageLink>
            <span className={classes['what']} data-veiled>
              {[moneyOf(item), whatOf(kind, item)].filter((part) => part !== '').join(' · ')}
            </span>
            <span className={classes['since']}>
              <ShortMoment at={item.at} />
            </span>
            {onHandle !== null && (
              <Group gap={4} wrap="nowrap" className={classes['actions'] ?? ''}>
                <Acts
                  kind={kind}
                  what={asSeen(nameOf(kind, item))}
                  onHandle={(as) => onHandle(as, item)}
                />
              </Group>
            )}
          </li>
        ))}
      </ul>
      {count > items.length && (
        <p className={classes['more']}>
          {texts.newest(groupedCount(items.length), groupedCount(count))}
        </p>
      )}
    </>
  );
}

function lineOf({ kind, count, items }: Need, now: number): string {
  const [token] = items;
  const isOver = kind === 'token' && token !== undefined && Date.parse(token.id) <= now;
  return isOver ? texts.tokenExpired : texts.lines[kind](count);
}

export const nameOf = (kind: NeedKind, { id, name, at, what }: NeedItem): string => {
  if (name !== null) return name;
  if (kind === 'team') return texts.what[what[0] ?? ''] ?? id;
  if (kind === 'unresolved' || kind === 'conflicting' || kind === 'sentTwice') return shortId(id);
  return kind === 'gaps' ? at : id;
};

/** Names of the first, or what of the only one. */
export function summaryOf(need: NamedLine, now: number): string {
  const [only] = need.items;
  if (only === undefined) return '';
  if (need.kind === 'token') return texts.expires(formatEnd(only.id, now));
  if (need.count === 1) {
    const isNameless = nameless.has(need.kind) || (need.kind === 'team' && only.name === null);
    const name = isNameless ? null : nameOf(need.kind, only);
    return [name === null ? null : asSeen(name), moneyOf(only), whatOf(need.kind, only)]
      .filter((part) => part !== null && part !== '')
      .join(' · ');
  }
  if (nameless.has(need.kind)) return '';
  const names = [...new Set(need.items.map((item) => asSeen(nameOf(need.kind, item))))];
  const named = names.slice(0, namedItems).join(', ');
  return names.length > namedItems || need.count > need.items.length ? `${named}, …` : named;
}

const moneyOf = ({ money }: NeedItem): string =>
  money === undefined ? '' : asSeen(formatMoney(money));

function whatOf(kind: NeedKind, { what }: NeedItem): string {
  switch (kind) {
    case 'changes':
      return what.map(labelOfField).join(', ');
    case 'onboarding':
      return what.map((word) => texts.what[word] ?? formatCriterion(word)).join(', ');
    case 'payoutsStuck':
      return what.map((word) => statusWords(word)).join(', ');
    case 'gaps':
      return what.map((word) => texts.what[word] ?? texts.missed(word)).join(', ');
    default:
      return what.flatMap((word) => texts.what[word] ?? []).join(', ');
  }
}
