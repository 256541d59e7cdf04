/** The three answers: it exists, it does not, or nobody knows yet. */
import { Button, Modal, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useLocation } from 'wouter';
import type { Bridge } from '../../../bridge/contract.ts';
import type { CheckedResponse, FoundResponse, UnresolvedView } from '../../../bridge/unresolved.ts';
import type { Mismatch } from '../../../bridge/virtual-accounts.ts';
import { secretInText } from '../../../contract/patterns.ts';
import { writes } from '../../../contract/writes.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { useSignOffBlock } from '../../app/shell/use-sign-off-block.ts';
import { DialogActions } from '../../components/dialog-actions.tsx';
import { Facts } from '../../components/facts.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { allSeen } from '../../components/outside-text.tsx';
import { Section } from '../../components/section.tsx';
import { useFocusBack } from '../../components/use-focus-back.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { unresolvedPaths } from './paths.ts';
import type { Part } from './places.ts';
import { type RequestDialogProps, ResolveDialog, useHasArrived } from './resolve-dialog.tsx';
import { SentFacts } from './sent-section.tsx';
import { unresolvedTexts } from './texts.ts';
import classes from './unresolved.module.css';

const existsDialogTexts = unresolvedTexts.existsDialog;

/** What was checked, and what that said: another answer is checked anew. */
interface Checked {
  answer: FoundResponse;
  says: CheckedResponse;
}

/** The step takes the place of the form that had the focus. */
const focusAtOnce = (button: HTMLButtonElement | null): void => button?.focus();

/** It exists: its id or its JSON, what that says, and only then the word that is kept. */
function CreatedDialog({ view, onClose }: { view: UnresolvedView; onClose: () => void }) {
  const [checked, setChecked] = useState<Checked | null>(null);
  // Kept here: who looks at the step and goes back finds what was pasted.
  const [typed, setTyped] = useState<TypedAnswer>({ by: 'id', id: '', json: '' });
  const { queries } = useBridge();
  const settle = useMutation(queries.unresolved.exists.mutationOptions({ onSuccess: onClose }));
  useFocusBack();
  // What comes of it is said here: it stays open until then.
  const close = (): void => {
    if (!settle.isPending) onClose();
  };
  return (
    <Modal opened onClose={close} title={existsDialogTexts.title} size="lg">
      {checked === null ? (
        <AnswerForm
          {...{ view, typed }}
          onType={setTyped}
          onChecked={setChecked}
          onCancel={close}
        />
      ) : (
        <CheckedStep
          view={view}
          checked={checked}
          settle={settle}
          onBack={() => {
            settle.reset();
            setChecked(null);
          }}
          onClose={close}
        />
      )}
    </Modal>
  );
}

interface TypedAnswer {
  by: 'id' | 'json';
  id: string;
  json: string;
}

interface AnswerFormProps {
  view: UnresolvedView;
  typed: TypedAnswer;
  onType: (typed: TypedAnswer) => void;
  onChecked: (checked: Checked) => void;
  onCancel: () => void;
}

function AnswerForm({ view, typed, onType, onChecked, onCancel }: AnswerFormProps) {
  const { bridge } = useBridge();
  const label = useId();
  const { key, operation } = view.intent;
  const { by } = typed;
  const [error, setError] = useState<string | null>(null);
  const check = useMutation({
    mutationFn: (answer: FoundResponse) => bridge.unresolved.check({ key, answer }),
  });
  const change = (next: string): void => {
    check.reset();
    // A secret goes no further than the field that it was pasted into.
    const holdsSecret = secretInText.test(next);
    setError(holdsSecret ? existsDialogTexts.secret : null);
    onType({ ...typed, [by]: holdsSecret ? '' : next });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const text = typed[by].trim();
    if (text === '') {
      setError(existsDialogTexts.empty);
      return;
    }
    // Runs for the newest check alone: a check that was given up leads nowhere.
    check.mutate(by === 'id' ? { id: text } : { json: text }, {
      onSuccess: (says, answer) => onChecked({ answer, says }),
    });
  };
  const field = {
    autoComplete: 'off',
    spellCheck: false,
    error,
    'data-autofocus': true,
    // The text can't change while it is checked.
    readOnly: check.isPending,
  } as const;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <p>{existsDialogTexts.lead}</p>
        <Facts>
          <SentFacts view={view} />
        </Facts>
        <div>
          <span id={label} className="visually-hidden">
            {existsDialogTexts.by}
          </span>
          <SegmentedControl
            aria-labelledby={label}
            value={by}
            onChange={(next) => {
              onType({ ...typed, by: next === 'json' ? 'json' : 'id' });
              setError(null);
              check.reset();
            }}
            data={[
              { value: 'id', label: existsDialogTexts.byId },
              { value: 'json', label: existsDialogTexts.byJson },
            ]}
          />
        </div>
        {by === 'id' ? (
          <TextInput
            {...field}
            label={existsDialogTexts.id}
            description={existsDialogTexts.idHint(writes[operation].creates)}
            value={typed.id}
            onChange={(event) => change(event.currentTarget.value)}
            classNames={{ input: classes['mono'] ?? '' }}
          />
        ) : (
          <Textarea
            {...field}
            label={existsDialogTexts.json}
            description={existsDialogTexts.jsonHint}
            value={typed.json}
            onChange={(event) => change(event.currentTarget.value)}
            rows={10}
            classNames={{ input: classes['mono'] ?? '' }}
          />
        )}
        <Failed error={check.error} />
        <DialogActions
          action={existsDialogTexts.check}
          isBusy={check.isPending}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

interface CheckedStepProps {
  view: UnresolvedView;
  checked: Checked;
  settle: UseMutationResult<unknown, unknown, Parameters<Bridge['unresolved']['exists']>[0]>;
  onBack: () => void;
  onClose: () => void;
}

function CheckedStep({ view, checked, settle, onBack, onClose }: CheckedStepProps) {
  const { knownAt } = useKnownAt();
  const profileId = useProfileId();
  const { answer, says } = checked;
  const read = says.mismatches.map(({ sentence }) => sentence);
  return (
    <Stack gap="sm">
      <p>
        {unresolvedTexts.possibleMatchDialog.body} <span className="mono">{says.resourceId}</span>
      </p>
      <Comparison checked={says} />
      <Failed error={settle.error} />
      <DialogActions
        action={existsDialogTexts.keep}
        isBusy={settle.isPending}
        onCancel={onClose}
        cancelRef={focusAtOnce}
        onAct={() => settle.mutate({ key: view.intent.key, profileId, answer, read, knownAt })}
      >
        <Button variant="subtle" disabled={settle.isPending} onClick={onBack}>
          {existsDialogTexts.back}
        </Button>
      </DialogActions>
    </Stack>
  );
}

const texts = unresolvedTexts.settle;

export function ResolveSection({ view, part }: { view: UnresolvedView; part: Part }) {
  const [open, setOpen] = useState<'exists' | 'absent' | null>(null);
  const blocked = useSignOffBlock() ?? view.resolveBlocked;
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
      {open === 'absent' && <AbsentDialog view={view} isOpen onClose={close} />}
    </Section>
  );
}

function AbsentDialog({ view, isOpen, onClose }: RequestDialogProps) {
  const { queries } = useBridge();
  const settle = useMutation(queries.unresolved.absent.mutationOptions({ onSuccess: onClose }));
  const words = unresolvedTexts.absentDialog;
  const seen = view.proposals.map(({ resourceId }) => resourceId);
  return (
    <ResolveDialog
      isWide
      hasArrived={useHasArrived(view)}
      {...{ view, isOpen, words, settle, onClose }}
      onGoOn={(word) => settle.mutate({ ...word, seen })}
    >
      <p>{words.body}</p>
      <Facts>
        <SentFacts view={view} />
      </Facts>
      <p>{words.after}</p>
    </ResolveDialog>
  );
}

/** How far something agrees with what was sent. */
function Comparison({ checked }: { checked: CheckedResponse }) {
  if (checked.mismatches.length > 0) {
    return <MismatchList title={existsDialogTexts.departs} mismatches={checked.mismatches} />;
  }
  return checked.isCompared ? (
    <Notice tone="green">{existsDialogTexts.fits}</Notice>
  ) : (
    <Notice tone="amber">{existsDialogTexts.notCompared}</Notice>
  );
}

export function MismatchList(props: { title: string; mismatches: readonly Mismatch[] }) {
  return (
    <Notice tone="red" role="alert" title={props.title}>
      <ul className={classes['mismatches']}>
        {props.mismatches.map(({ field, sentence }) => (
          <li key={field} data-veiled>
            {allSeen(sentence)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
