/** The label of a known address. */
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { AddressRow } from '../../../bridge/address-book.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { toFailure } from '../../format/failures.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import own from '../virtual-accounts/wallet-addresses.module.css';
import { addressTexts } from './texts.ts';

const texts = addressTexts.labelForm;

export function LabelForm({ address }: { address: AddressRow }) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const [label, setLabel] = useState(address.label ?? '');
  const profileId = useProfileId();
  const save = useMutation(queries.addressBook.label.mutationOptions());
  const [network = ''] = address.networks;
  if (knownAt !== null) return null;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate({ profileId, network, address: address.address, label });
  };
  return (
    <form className={own['label']} noValidate onSubmit={send}>
      <TextInput
        label={texts.label}
        description={texts.labelHelp}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={80}
        autoComplete="off"
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" variant="default" loading={save.isPending}>
          {texts.save}
        </Button>
      </div>
      {save.error !== null && <FailureNotice failure={toFailure(save.error)} />}
    </form>
  );
}
