/** What a person settled, the way on from there, and the way back. */
import { Anchor, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { SettlingView } from '../../../bridge/unresolved.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { paths } from '../../app/paths.ts';
import { Notice } from '../../components/notice.tsx';
import { useKnownAt } from '../../stores/known-at.ts';
import { AgainstSection } from './against-section.tsx';
import { Departures } from './departures.tsx';
import { recordHref } from './links.ts';
import { SendAgainSection } from './send-again-section.tsx';
import { SettleDialog } from './settle-dialog.tsx';
import { unresolvedTexts } from './texts.ts';
import classes from './unresolved.module.css';

const texts = unresolvedTexts.settled;

export function SettledSection({ view }: { view: SettlingView }) {
  const [isAsking, setIsAsking] = useState(false);
  const { knownAt } = useKnownAt();
  const { intent } = view;
  const takeBack = (
    <Button
      variant="default"
      size="compact-sm"
      disabled={knownAt !== null}
      onClick={() => setIsAsking(true)}
    >
      {texts.takeBack}
    </Button>
  );
  return (
    <>
      <div className={classes['meaning']}>
        <AgainstSection view={view} />
        {intent.resourceId === null ? (
          <Notice tone="grey" title={unresolvedTexts.states.absent} actions={takeBack}>
            {texts.absent}
          </Notice>
        ) : (
          <Notice tone="green" title={unresolvedTexts.states.exists} actions={takeBack}>
            {texts.exists}{' '}
            <Anchor
              component={Link}
              href={recordHref(intent.operation, intent.resourceId)}
              className="mono"
            >
              {intent.resourceId}
            </Anchor>
          </Notice>
        )}
        {view.departures.length > 0 && (
          <Departures title={texts.departs} departures={view.departures} />
        )}
      </div>
      {intent.state === 'absent' && <SendAgainSection view={view} />}
      <Repeats view={view} />
      <TakeBackDialog view={view} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </>
  );
}

/** Requests that sent this one again. */
function Repeats({ view: { repeatedBy, intent } }: { view: SettlingView }) {
  const open = repeatedBy.filter(({ state }) => state === 'unknown');
  if (intent.state !== 'absent' || open.length === 0) return null;
  return (
    <div className={classes['meaning']}>
      {open.map(({ key }) => (
        <Notice key={key} tone="amber" title={texts.sentAgain}>
          <Anchor component={Link} href={paths.unresolvedRequest(key, 'unknown')}>
            {texts.seeRepeat}
          </Anchor>
        </Notice>
      ))}
    </div>
  );
}

interface TakeBackDialogProps {
  view: SettlingView;
  isOpen: boolean;
  onClose: () => void;
}

function TakeBackDialog({ view, isOpen, onClose }: TakeBackDialogProps) {
  const { queries } = useBridge();
  const settle = useMutation(queries.settling.takeBack.mutationOptions({ onSuccess: onClose }));
  const words = unresolvedTexts.takeBackDialog;
  return (
    <SettleDialog
      isWide
      {...{ view, isOpen, words, settle, onClose }}
      onGoOn={(word) => settle.mutate(word)}
    >
      <p>{words.body}</p>
    </SettleDialog>
  );
}
