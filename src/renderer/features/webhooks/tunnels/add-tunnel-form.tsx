/** Asks for a tunnel. A person confirms it in a document of main's own; secrets are entered afterwards in others. */
import { Button, Radio, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { TunnelKind } from '../../../../bridge/tunnels.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { SecretEntryStatus } from '../../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../../components/secret-entry/use-document.ts';
import classes from '../webhooks.module.css';
import {
  emptyTunnelValues,
  newTunnelKinds,
  providerOf,
  tunnelChecks,
  tunnelSettingsOf,
} from './providers.tsx';
import { tunnelTexts } from './texts.ts';

const texts = tunnelTexts.form;

export interface AddTunnelFormProps {
  /** Kinds that can't be had, and why. */
  unavailable: readonly { kind: TunnelKind; sentence: string }[];
  /** `http://127.0.0.1:<port>` of the receiver. */
  receiverOrigin: string | null;
  onCancel: () => void;
}

export function AddTunnelForm({ unavailable, receiverOrigin, onCancel }: AddTunnelFormProps) {
  const { bridge } = useBridge();
  const reasons = new Map(unavailable.map(({ kind, sentence }) => [kind, sentence]));
  const form = useForm({
    mode: 'controlled',
    initialValues: {
      ...emptyTunnelValues,
      kind: newTunnelKinds.find((kind) => !reasons.has(kind)) ?? emptyTunnelValues.kind,
    },
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
    validate: tunnelChecks,
  });
  const adding = useDocument((values: typeof form.values) =>
    bridge.tunnels.add(tunnelSettingsOf(values)),
  );
  return (
    <form
      className={classes['form']}
      noValidate
      aria-label={texts.title}
      onSubmit={form.onSubmit((values) => adding.open(values))}
    >
      <Radio.Group label={texts.kind} {...form.getInputProps('kind')}>
        <div className={classes['choices']}>
          {newTunnelKinds.map((value) => (
            <Radio
              key={value}
              value={value}
              size="sm"
              label={providerOf(value).label}
              disabled={reasons.has(value)}
              description={reasons.get(value) ?? providerOf(value).hint}
            />
          ))}
        </div>
      </Radio.Group>
      <TextInput label={texts.name} autoComplete="off" {...form.getInputProps('name')} />
      {providerOf(form.values.kind).fields(form, receiverOrigin)}
      <SecretEntryStatus entry={adding} />
      <div className={classes['actions']}>
        <Button type="submit" loading={adding.isOpening}>
          {texts.action}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
