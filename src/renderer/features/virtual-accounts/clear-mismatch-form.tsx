/** A person says how a departure was cleared up with the service; then the account is free to use. */
import { Button, Textarea, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { VirtualAccountDetail } from '../../../bridge/virtual-accounts.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { useSignOffBlock } from '../../app/shell/use-sign-off-block.ts';
import { Failed } from '../../components/failure-notice.tsx';
import { useNote } from '../../components/use-note.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import own from './mismatch-stop.module.css';
import { stopTexts } from './mismatch-texts.ts';

const texts = stopTexts.clear;

export function ClearMismatchForm({ account }: { account: VirtualAccountDetail }) {
  const { queries } = useBridge();
  const client = useQueryClient();
  const profileId = useProfileId();
  const { knownAt } = useKnownAt();
  const blocked = useSignOffBlock();
  const [note, setNote] = useNote();
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const clear = useMutation({
    ...queries.virtualAccounts.signOffMismatch.mutationOptions(),
    onSuccess: () => setNote(''),
    onSettled: () => client.invalidateQueries({ queryKey: queries.virtualAccounts.key() }),
  });
  if (knownAt !== null) return <p className="dimmed">{stopTexts.asOf}</p>;
  if (blocked !== null) return <p className="dimmed">{blocked}</p>;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (note.trim() === '') {
      setProblem(texts.needsNote);
      field.current?.focus();
      return;
    }
    const { id, mismatchDigest: digest } = account;
    clear.mutate({ id, profileId, digest, note: note.trim(), knownAt });
  };
  return (
    <form className={own['clear']} noValidate onSubmit={send}>
      <Title order={4} size="h3">
        {texts.title}
      </Title>
      <Textarea
        ref={field}
        label={texts.note}
        description={texts.noteHelp}
        error={problem}
        maxLength={500}
        autosize
        minRows={2}
        value={note}
        onChange={(event) => {
          setNote(event.currentTarget.value);
          setProblem(null);
        }}
      />
      <Failed error={clear.error} />
      <div>
        <Button type="submit" variant="default" loading={clear.isPending}>
          {texts.action}
        </Button>
      </div>
    </form>
  );
}
