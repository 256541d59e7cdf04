/**
 * The stop where the answer is not what was sent, or its fees do not add up (decisions 21, 27). It
 * follows from what is kept, so it stands there after a reload and offline, until a person says how
 * it was cleared up.
 */
import { Button, Stack, Textarea, Title } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { longInstant } from '../../../bridge/instants.ts';
import type { VirtualAccountDetail } from '../../../bridge/virtual-accounts.ts';
import { differingPlaces, identityOf } from '../../../contract/addresses/look-alike.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { useSignOffBlock } from '../../app/shell/use-sign-off-block.ts';
import { CopyTextButton } from '../../components/copy-button.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { FromOther } from '../../components/handed-over/from-other.tsx';
import { GroupedAddress } from '../../components/identifier.tsx';
import { Notice } from '../../components/notice.tsx';
import { allSeen } from '../../components/outside-text.tsx';
import { useNote } from '../../components/use-note.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import own from './mismatch-stop.module.css';
import { intentKeyOf, mismatchEvidence, stopTexts as texts } from './mismatch-texts.ts';

const clearTexts = texts.clear;

/** A person says how a departure was cleared up with the service; then the account is free to use. */
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
  if (knownAt !== null) return <p className="dimmed">{texts.asOf}</p>;
  if (blocked !== null) return <p className="dimmed">{blocked}</p>;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (note.trim() === '') {
      setProblem(clearTexts.needsNote);
      field.current?.focus();
      return;
    }
    const { id, mismatchDigest: digest } = account;
    clear.mutate({ id, profileId, digest, note: note.trim(), knownAt });
  };
  return (
    <form className={own['clear']} noValidate onSubmit={send}>
      <Title order={4} size="h3">
        {clearTexts.title}
      </Title>
      <Textarea
        ref={field}
        label={clearTexts.note}
        description={clearTexts.noteHelp}
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
          {clearTexts.action}
        </Button>
      </div>
    </form>
  );
}

/** Whether something stands against using the account. */
export const isStopped = (account: VirtualAccountDetail): boolean =>
  account.mismatches.length > 0 && account.clearance === null;

export function MismatchStop({ account }: { account: VirtualAccountDetail }) {
  const { mismatches, clearance } = account;
  if (mismatches.length === 0) return null;
  if (clearance !== null) {
    return (
      <div className={own['cleared']}>
        <Notice tone="grey" title={texts.cleared.title(longInstant(clearance.at))}>
          <p data-veiled>{clearance.note}</p>
          <FromOther
            of={{ kind: 'virtualAccount', id: account.id }}
            what="mismatchSignOff"
            at={clearance.at}
          />
          <Differences account={account} />
        </Notice>
      </div>
    );
  }
  return (
    <section className={own['stop']} role="alert">
      <Title order={3} className={own['title'] ?? ''}>
        <IconHandStop size={28} aria-hidden />
        {texts.title}
      </Title>
      <p>{texts.lead}</p>
      <Differences account={account} />
      <div>
        <strong>{texts.doTitle}</strong>
        <ol className={own['todo']}>
          {texts.todo.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      <Evidence account={account} />
      <ClearMismatchForm account={account} />
    </section>
  );
}

function Differences({ account }: { account: VirtualAccountDetail }) {
  return account.mismatches.map(({ field, sent, received, sentence }) => {
    const isWallet = field.endsWith('walletAddress');
    const value = (text: string | null, other: string | null) => {
      if (text === null) return texts.nothing;
      if (!isWallet) return <span className="mono">{allSeen(text)}</span>;
      return <GroupedAddress address={text} marks={marksOf(account, text, other ?? '')} />;
    };
    return (
      <div key={field} className={own['difference']}>
        <strong data-veiled>
          {isWallet && received !== null ? texts.walletDiffers : allSeen(sentence)}
        </strong>
        {/* Where nothing was sent to compare with, the sentence says it all. */}
        {sent !== null && (
          <dl>
            <dt>{texts.sent}</dt>
            <dd>{value(sent, received)}</dd>
            <dt>{texts.received}</dt>
            <dd>{value(received, sent)}</dd>
          </dl>
        )}
      </div>
    );
  });
}

/** Letters of another size are no difference where size is of no meaning. */
function marksOf({ network }: VirtualAccountDetail, address: string, other: string): boolean[] {
  const plain = (text: string) => identityOf(network ?? '', text).canonical;
  return differingPlaces(plain(address), plain(other));
}

function Evidence({ account }: { account: VirtualAccountDetail }) {
  const { queries } = useBridge();
  const key = intentKeyOf(account);
  const { data } = useQuery({
    ...queries.intents.get.queryOptions({ input: { key: key ?? '' } }),
    enabled: key !== null,
  });
  return (
    <Stack gap={8}>
      <p>{texts.kept}</p>
      <div>
        <CopyTextButton text={mismatchEvidence(account, data?.intent ?? null)} label={texts.copy} />
      </div>
    </Stack>
  );
}
