/** The three answers: it exists, it does not, or nobody knows yet. */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { UnresolvedView } from '../../../bridge/unresolved.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useSignOffBlock } from '../../app/shell/use-sign-off-block.ts';
import { Facts } from '../../components/facts.tsx';
import { Section } from '../../components/section.tsx';
import { CreatedDialog } from './created-dialog.tsx';
import { unresolvedPaths } from './paths.ts';
import type { Part } from './places.ts';
import { ResolveDialog } from './resolve-dialog.tsx';
import { SentFacts } from './sent-section.tsx';
import { unresolvedTexts } from './texts.ts';
import classes from './unresolved.module.css';

const texts = unresolvedTexts.settle;

export function ResolveSection({ view, part }: { view: UnresolvedView; part: Part }) {
  const [open, setOpen] = useState<'exists' | 'absent' | null>(null);
  const blocked = useSignOffBlock();
  const [, navigate] = useLocation();
  const close = () => setOpen(null);
  return (
    <Section title={texts.title} lead={texts.lead}>
      <div className={classes['answers']}>
        <Button variant="default" disabled={blocked !== null} onClick={() => setOpen('exists')}>
          {texts.exists}
        </Button>
        <Button variant="default" disabled={blocked !== null} onClick={() => setOpen('absent')}>
          {texts.absent}
        </Button>
        <Button variant="subtle" onClick={() => navigate(unresolvedPaths.part(part))}>
          {texts.leave}
        </Button>
      </div>
      <p className="dimmed">{blocked ?? texts.leaveHint}</p>
      {open === 'exists' && <CreatedDialog view={view} onClose={close} />}
      <AbsentDialog view={view} isOpen={open === 'absent'} onClose={close} />
    </Section>
  );
}

interface AbsentDialogProps {
  view: UnresolvedView;
  isOpen: boolean;
  onClose: () => void;
}

function AbsentDialog({ view, isOpen, onClose }: AbsentDialogProps) {
  const { queries } = useBridge();
  const settle = useMutation(queries.unresolved.absent.mutationOptions({ onSuccess: onClose }));
  const words = unresolvedTexts.absentDialog;
  return (
    <ResolveDialog
      isWide
      {...{ view, isOpen, words, settle, onClose }}
      onGoOn={(word) => settle.mutate(word)}
    >
      <p>{words.body}</p>
      <Facts>
        <SentFacts view={view} />
      </Facts>
      <p>{words.after}</p>
    </ResolveDialog>
  );
}
