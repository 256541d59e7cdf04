/** It exists: its id or its JSON, what that says, and only then the word that is kept. */
import { Button, Modal, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { CheckedResponse, FoundResponse, UnresolvedView } from '../../../bridge/unresolved.ts';
import { secretInText } from '../../../contract/patterns.ts';
import { writes } from '../../../contract/writes.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { DialogActions } from '../../components/dialog-actions.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { useFocusBack } from '../../components/use-focus-back.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { stateTexts } from '../../texts/states.ts';
import { Comparison } from './mismatches.tsx';
import { unresolvedTexts } from './texts.ts';
import classes from './unresolved.module.css';

const texts = unresolvedTexts.existsDialog;

/** What was checked, and what that said: another answer is checked anew. */
interface Checked {
  answer: FoundResponse;
  says: CheckedResponse;
}

/** The step takes the place of the form that had the focus. */
const focusAtOnce = (button: HTMLButtonElement | null): void => button?.focus();

export function CreatedDialog({ view, onClose }: { view: UnresolvedView; onClose: () => void }) {
  const [checked, setChecked] = useState<Checked | null>(null);
  useFocusBack();
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.title}
      size="lg"
      closeButtonProps={{ 'aria-label': stateTexts.close }}
    >
      {checked === null ? (
        <AnswerForm view={view} onChecked={setChecked} onCancel={onClose} />
      ) : (
        <CheckedStep
          view={view}
          checked={checked}
          onBack={() => setChecked(null)}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

interface AnswerFormProps {
  view: UnresolvedView;
  onChecked: (checked: Checked) => void;
  onCancel: () => void;
}

function AnswerForm({ view, onChecked, onCancel }: AnswerFormProps) {
  const { bridge } = useBridge();
  const label = useId();
  const { key, operation } = view.intent;
  const [by, setBy] = useState<'id' | 'json'>('id');
  const [values, setValues] = useState({ id: '', json: '' });
  const [error, setError] = useState<string | null>(null);
  const check = useMutation({
    mutationFn: (answer: FoundResponse) => bridge.unresolved.check({ key, answer }),
    onSuccess: (says, answer) => onChecked({ answer, says }),
  });
  const change = (next: string): void => {
    check.reset();
    // It goes no further than the field that it was pasted into.
    const holdsSecret = secretInText.test(next);
    setError(holdsSecret ? texts.secret : null);
    setValues({ ...values, [by]: holdsSecret ? '' : next });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const text = values[by].trim();
    if (text === '') setError(texts.empty);
    else check.mutate(by === 'id' ? { id: text } : { json: text });
  };
  const field = { autoComplete: 'off', spellCheck: false, error, 'data-autofocus': true } as const;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <p>{texts.lead}</p>
        <div>
          <span id={label} className="visually-hidden">
            {texts.by}
          </span>
          <SegmentedControl
            aria-labelledby={label}
            value={by}
            onChange={(next) => {
              setBy(next === 'json' ? 'json' : 'id');
              setError(null);
              check.reset();
            }}
            data={[
              { value: 'id', label: texts.byId },
              { value: 'json', label: texts.byJson },
            ]}
          />
        </div>
        {by === 'id' ? (
          <TextInput
            {...field}
            label={texts.id}
            description={texts.idHint(writes[operation].creates)}
            value={values.id}
            onChange={(event) => change(event.currentTarget.value)}
            classNames={{ input: classes['mono'] ?? '' }}
          />
        ) : (
          <Textarea
            {...field}
            label={texts.json}
            description={texts.jsonHint}
            value={values.json}
            onChange={(event) => change(event.currentTarget.value)}
            rows={10}
            classNames={{ input: classes['mono'] ?? '' }}
          />
        )}
        <Failed error={check.error} />
        <DialogActions action={texts.check} isBusy={check.isPending} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

interface CheckedStepProps {
  view: UnresolvedView;
  checked: Checked;
  onBack: () => void;
  /** Leaves the dialog, also once the word is kept. */
  onClose: () => void;
}

function CheckedStep({ view, checked, onBack, onClose }: CheckedStepProps) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const profileId = useProfileId();
  const settle = useMutation(queries.unresolved.exists.mutationOptions({ onSuccess: onClose }));
  const { answer, says } = checked;
  const read = says.departures.map(({ sentence }) => sentence);
  return (
    <Stack gap="sm">
      <p>
        {unresolvedTexts.possibleMatchDialog.body} <span className="mono">{says.resourceId}</span>
      </p>
      <Comparison checked={says} />
      <Failed error={settle.error} />
      <DialogActions
        action={texts.keep}
        isBusy={settle.isPending}
        onCancel={onClose}
        cancelRef={focusAtOnce}
        onAct={() => settle.mutate({ key: view.intent.key, profileId, answer, read, knownAt })}
      >
        <Button variant="subtle" onClick={onBack}>
          {texts.back}
        </Button>
      </DialogActions>
    </Stack>
  );
}
