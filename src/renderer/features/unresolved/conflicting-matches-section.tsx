/** What came after somebody said that a request made nothing, and fits it: a person says which it is. */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { UnresolvedView } from '../../../bridge/unresolved.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useSignOffBlock } from '../../app/shell/use-sign-off-block.ts';
import { Notice } from '../../components/notice.tsx';
import { recordHref } from './links.ts';
import { PossibleMatchItem } from './possible-matches-section.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';
import { unresolvedTexts } from './texts.ts';
import classes from './unresolved.module.css';

const texts = unresolvedTexts.against;

export function ConflictingMatchesSection({ view }: { view: UnresolvedView }) {
  const [isAsking, setIsAsking] = useState(false);
  const blocked = useSignOffBlock();
  const { intent, proposals, repeatedBy } = view;
  if (intent.state !== 'absent' || proposals.length === 0) return null;
  const isSentAgain = repeatedBy.some(({ state }) => state !== 'refused' && state !== 'not-sent');
  return (
    <Notice
      tone="red"
      role="alert"
      title={texts.title}
      actions={
        <Button
          variant="default"
          size="compact-sm"
          disabled={blocked !== null}
          title={blocked ?? undefined}
          onClick={() => setIsAsking(true)}
        >
          {proposals.length === 1 ? texts.another : texts.anotherMany}
        </Button>
      }
    >
      <p>{texts.body}</p>
      {isSentAgain && <p>{texts.sentAgain}</p>}
      <ul className={classes['proposals']}>
        {proposals.map((proposal) => (
          <PossibleMatchItem
            key={proposal.resourceId}
            proposal={proposal}
            href={recordHref(intent.operation, proposal.resourceId)}
            onChoose={null}
          />
        ))}
      </ul>
      <AnotherDialog view={view} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </Notice>
  );
}

interface AnotherDialogProps {
  view: UnresolvedView;
  isOpen: boolean;
  onClose: () => void;
}

function AnotherDialog({ view, isOpen, onClose }: AnotherDialogProps) {
  const { queries } = useBridge();
  const settle = useMutation(queries.unresolved.absent.mutationOptions({ onSuccess: onClose }));
  const words = unresolvedTexts.anotherDialog;
  const seen = view.proposals.map(({ resourceId }) => resourceId);
  return (
    <ResolveDialog
      {...{ view, isOpen, words, settle, onClose }}
      onGoOn={(word) => settle.mutate({ ...word, seen })}
    >
      <p>{words.body}</p>
      {seen.map((id) => (
        <span key={id} className="mono">
          {id}
        </span>
      ))}
    </ResolveDialog>
  );
}
