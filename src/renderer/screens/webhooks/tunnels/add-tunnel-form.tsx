/** Adds a tunnel and opens it. Its secrets are entered afterwards, in documents of their own. */
import { Button, Radio, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { TunnelKind } from '../../../../bridge/tunnels.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { toFailure } from '../../../format/failures.ts';
import { tunnelTexts } from '../../../texts/tunnels.ts';
import classes from '../webhooks.module.css';
import { NgrokFields, OwnUrlFields, SshFields } from './kind-fields.tsx';
import { emptyTunnelValues, tunnelChecks, tunnelSettingsOf } from './tunnel-form.ts';

const texts = tunnelTexts.form;

/** The sandbox's own is there already. */
const kinds: readonly TunnelKind[] = ['ssh', 'ngrok', 'own-url'];

export interface AddTunnelFormProps {
  /** Kinds that can't be had, and why. */
  unavailable: readonly { kind: TunnelKind; sentence: string }[];
  /** `http://127.0.0.1:<port>` of the receiver. */
  receiverOrigin: string | null;
  onDone: () => void;
}

export function AddTunnelForm({ unavailable, receiverOrigin, onDone }: AddTunnelFormProps) {
  const { bridge } = useBridge();
  const reasons = new Map(unavailable.map(({ kind, sentence }) => [kind, sentence]));
  const form = useForm({
    mode: 'controlled',
    initialValues: {
      ...emptyTunnelValues,
      kind: kinds.find((kind) => !reasons.has(kind)) ?? emptyTunnelValues.kind,
    },
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
    validate: tunnelChecks,
  });
  const add = useMutation({
    mutationFn: async (values: typeof form.values) => {
      const { id, secrets } = await bridge.tunnels.add(tunnelSettingsOf(values));
      // Without its authtoken it would only fail. A server of SSH shows its key before it is sent anything.
      const isReady = secrets.every(({ name, isHeld }) => isHeld || name !== 'ngrok-authtoken');
      if (isReady) await bridge.tunnels.open({ id });
    },
    onSuccess: onDone,
  });
  const { kind } = form.values;
  return (
    <form
      className={classes['form']}
      noValidate
      aria-label={texts.title}
      onSubmit={form.onSubmit((values) => add.mutate(values))}
    >
      <Radio.Group label={texts.kind} {...form.getInputProps('kind')}>
        <div className={classes['choices']}>
          {kinds.map((value) => (
            <Radio
              key={value}
              value={value}
              size="sm"
              label={tunnelTexts.kinds[value]}
              disabled={reasons.has(value)}
              description={reasons.get(value) ?? tunnelTexts.kindHints[value]}
            />
          ))}
        </div>
      </Radio.Group>
      <TextInput label={texts.name} autoComplete="off" {...form.getInputProps('name')} />
      {kind === 'ssh' && <SshFields form={form} />}
      {kind === 'ngrok' && <NgrokFields form={form} />}
      {kind === 'own-url' && <OwnUrlFields form={form} receiverOrigin={receiverOrigin} />}
      {add.error !== null && <FailureNotice failure={toFailure(add.error)} />}
      <div className={classes['actions']}>
        <Button type="submit" loading={add.isPending}>
          {texts.action}
        </Button>
        <Button variant="default" onClick={onDone}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
