/** After how long something under way is listed. */
import { Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { type LimitHours, limitHours } from '../../../bridge/overview.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { DialogActions } from '../../components/dialog-actions.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { useFocusBack } from '../../components/use-focus-back.ts';
import { overviewTexts } from './texts.ts';

const { limits: texts } = overviewTexts;

const problemOf = (text: string): string | null =>
  limitHours.shape.kyc.safeParse(text.trim() === '' ? null : Number(text)).success
    ? null
    : texts.problem;

export function LimitsDialog({ limits, onClose }: { limits: LimitHours; onClose: () => void }) {
  const { bridge } = useBridge();
  useFocusBack();
  const profileId = useProfileId();
  const form = useForm({
    mode: 'controlled',
    initialValues: { payout: String(limits.payout), kyc: String(limits.kyc) },
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
    validate: { payout: problemOf, kyc: problemOf },
  });
  const save = useMutation({
    mutationFn: (given: LimitHours) => bridge.overview.setLimits({ limits: given, profileId }),
    onSuccess: onClose,
  });
  return (
    <Modal opened onClose={onClose} title={texts.title}>
      <form
        noValidate
        onSubmit={form.onSubmit(({ payout, kyc }) =>
          save.mutate({ payout: Number(payout), kyc: Number(kyc) }),
        )}
      >
        <Stack gap="sm">
          <TextInput
            label={texts.payout}
            description={texts.payoutHelp}
            inputMode="numeric"
            data-autofocus
            {...form.getInputProps('payout')}
          />
          <TextInput
            label={texts.kyc}
            description={texts.help}
            inputMode="numeric"
            {...form.getInputProps('kyc')}
          />
          <Failed error={save.error} />
          <DialogActions action={texts.action} isBusy={save.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
