/** The frame of a detail: its name, its close button, and where the focus goes. */
import { ActionIcon, Title } from '@mantine/core';
import { IconArrowLeft, IconFileCertificate, IconLink, IconX } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'wouter';
import type { EvidenceSubject } from '../../bridge/evidence.ts';
import type { LinkKind } from '../../bridge/record-link.ts';
import { asSeen } from '../format/hidden-characters.ts';
import { shortId } from '../format/identifiers.ts';
import { useOpened } from '../stores/recent.ts';
import { evidenceTexts } from '../texts/evidence.ts';
import { linkTexts } from '../texts/links.ts';
import { stateTexts } from '../texts/states.ts';
import { CopyIcon } from './copy-button.tsx';
import classes from './detail-frame.module.css';
import { isTextField } from './is-text-field.ts';
import { allSeen } from './outside-text.tsx';
import { useIsNarrow } from './split-view.tsx';
import { Tip } from './tip.tsx';
import { useLinkTo } from './use-link-to.ts';

export interface DetailFrameProps {
  /** Id of the record: another one takes the focus again. */
  recordId: string;
  /** Kind of the record, where links lead to it. */
  linkKind?: LinkKind;
  /** Whether it is there: only then it is found again among the recent ones. */
  isKnown?: boolean;
  title: ReactNode;
  /** It names nobody: the privacy veil leaves it readable. */
  isPlainTitle?: boolean;
  subtitle?: ReactNode;
  /** Where closing leads. */
  listHref: string;
  /** Address of the row in the list, where it is not simply below the list's. */
  rowHref?: string;
  listName: string;
  children: ReactNode;
}

export function DetailFrame(props: DetailFrameProps) {
  const { recordId, listHref, listName, title, isKnown = false } = props;
  const [location, navigate] = useLocation();
  const isNarrow = useIsNarrow();
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record is another heading
  useEffect(() => heading.current?.focus({ preventScroll: true }), [recordId]);

  const opened = {
    to: location,
    title: typeof title === 'string' ? asSeen(title) : '',
    details: asSeen(shortId(recordId)),
    words: recordId,
  };
  useOpened(opened, isKnown && opened.title !== '');

  const close = (): void => {
    navigate(listHref);
    focusRow(`#${props.rowHref ?? `${listHref}/${recordId}`}`);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Esc in a dialog that was opened from here closes the dialog alone.
    const isHere = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key !== 'Escape' || !isHere || event.defaultPrevented) return;
    // In a field it closes what the field opened, and no more: what is typed there stays.
    if (!isTextField(event.target)) close();
  };
  const label = isNarrow ? stateTexts.backTo(listName) : stateTexts.close;
  return (
    <section className={classes['frame']} aria-labelledby={titleId} onKeyDown={onKeyDown}>
      <header className={classes['header']} data-narrow={isNarrow}>
        <div className={classes['names']}>
          <Title
            order={isNarrow ? 1 : 2}
            size="h1"
            id={titleId}
            ref={heading}
            tabIndex={-1}
            data-veiled={props.isPlainTitle === true ? undefined : true}
          >
            {allSeen(title)}
          </Title>
          {props.subtitle !== undefined && (
            <div className={classes['subtitle']} data-veiled>
              {props.subtitle}
            </div>
          )}
        </div>
        <div className={classes['acts']}>
          {props.linkKind !== undefined && <CopyLink kind={props.linkKind} id={recordId} />}
          {props.linkKind !== undefined && <EvidenceButton kind={props.linkKind} id={recordId} />}
          <Tip label={label}>
            <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={close}>
              {isNarrow ? <IconArrowLeft size={18} /> : <IconX size={18} />}
            </ActionIcon>
          </Tip>
        </div>
      </header>
      <div className={classes['body']}>{props.children}</div>
    </section>
  );
}

function CopyLink(target: { kind: LinkKind; id: string }) {
  const link = useLinkTo(target);
  return link === null ? null : (
    <CopyIcon text={link} label={linkTexts.copy} Icon={IconLink} isWhole />
  );
}

/** A list that was hidden measures itself before it has rows. */
const framesOfList = 10;

/** Back to the row that the detail was opened from, once the list is there again. */
function focusRow(href: string, frames = framesOfList): void {
  requestAnimationFrame(() => {
    const links = document.querySelectorAll<HTMLAnchorElement>('[role="row"] a');
    const link = [...links].find((each) => each.getAttribute('href') === href);
    if (link === undefined && frames > 0) return focusRow(href, frames - 1);
    (link ?? document.getElementById('page-title'))?.focus({ preventScroll: true });
    link?.closest('[role="row"]')?.scrollIntoView({ block: 'nearest' });
  });
}

const EvidenceDialog = lazy(async () => ({
  default: (await import('./evidence/evidence-form.tsx')).EvidenceDialog,
}));

type RecordKind = Exclude<EvidenceSubject['kind'], 'period'>;

/** Kinds of records that packs are made of, by the kind of their link. */
const packKinds: Partial<Record<LinkKind, RecordKind>> = {
  customer: 'customer',
  'virtual-account': 'virtualAccount',
  payout: 'payout',
  event: 'event',
};

/** Opens the dialog; in the head of a record's detail. */
function EvidenceButton({ kind: linkKind, id }: { kind: LinkKind; id: string }) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const kind = packKinds[linkKind];
  if (kind === undefined) return null;
  const open = (): void => {
    setOpen(true);
    setWasOpened(true);
  };
  return (
    <>
      <Tip label={evidenceTexts.open}>
        <ActionIcon variant="subtle" color="gray" aria-label={evidenceTexts.open} onClick={open}>
          <IconFileCertificate size={18} />
        </ActionIcon>
      </Tip>
      {wasOpened && (
        <Suspense>
          <EvidenceDialog of={{ kind, id }} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
