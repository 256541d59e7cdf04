/** A label for an address that may be new here: checked as in the form of a virtual account. */
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { isUsable } from '../../../contract/addresses/address-check.ts';
import { checkAddress } from '../../../contract/addresses/check-address.ts';
import { networkPattern } from '../../../contract/patterns.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useGoOn } from '../../app/hash-location.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { BackLink } from '../../components/back-link.tsx';
import { ChoiceInput } from '../../components/choice-input.tsx';
import classes from '../../components/draft/form.module.css';
import { Failed } from '../../components/failure-notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useUnsaved } from '../../components/use-unsaved.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { asOfTexts } from '../../texts/as-of.ts';
import { addressProblem, signatureMark } from '../virtual-accounts/address-words.ts';
import { LookAlikeAlarm } from '../virtual-accounts/look-alike-alarm.tsx';
import { networkChoices } from '../virtual-accounts/network-choices.ts';
import { virtualAccountTexts } from '../virtual-accounts/texts.ts';
import { useAddressCheck } from '../virtual-accounts/use-address-check.ts';
import { useWalletField } from '../virtual-accounts/use-wallet-field.ts';
import { cleanNetwork } from '../virtual-accounts/virtual-account-form.ts';
import own from '../virtual-accounts/wallet-addresses.module.css';
import { FieldNotices } from '../virtual-accounts/wallet-field.tsx';
import { addressBookPaths } from './paths.ts';
import { addressTexts } from './texts.ts';

const texts = addressTexts.labelForm;

export function LabelAddressScreen() {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const profileId = useProfileId();
  const goOn = useGoOn();
  const [network, setNetwork] = useState('');
  const [address, setAddress] = useState('');
  const [label, setLabel] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const [pasteDiffers, setPasteDiffers] = useState(false);
  const field = useWalletField(address, setAddress, {
    differs: pasteDiffers,
    onDiffers: setPasteDiffers,
  });
  const chosen = cleanNetwork(network);
  const check = useAddressCheck(chosen, address).data;
  const save = useMutation({
    ...queries.addressBook.label.mutationOptions(),
    onSuccess: ({ id }) => goOn(addressBookPaths.one(id), { replace: true }),
  });
  useUnsaved(!save.isSuccess && [network, address, label].some((text) => text !== ''));
  const problems = {
    network: networkPattern.test(chosen) ? null : virtualAccountTexts.problems.network,
    address: addressHeld(chosen, address, pasteDiffers),
    label: label.trim() === '' ? texts.needsLabel : null,
  };
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setIsChecked(true);
    if (Object.values(problems).some((problem) => problem !== null)) return;
    save.mutate({ profileId, network: chosen, address, label });
  };
  const shown = (problem: string | null) => (isChecked ? problem : null);
  const verdict = checkAddress(chosen, address);
  return (
    <>
      <PageHeader
        title={texts.title}
        back={<BackLink href={addressBookPaths.root} label={texts.back} />}
      />
      <div className={classes['page']}>
        <form className={classes['form']} noValidate onSubmit={send}>
          <ChoiceInput
            name="network"
            label={texts.network}
            otherLabel={virtualAccountTexts.form.otherNetwork}
            otherDescription={virtualAccountTexts.form.otherNetworkHelp}
            placeholder={virtualAccountTexts.form.noNetwork}
            error={shown(problems.network)}
            choices={networkChoices}
            value={network}
            onChange={setNetwork}
            onLeave={(value) => setNetwork(cleanNetwork(value))}
          />
          <div className={own['stack']}>
            <TextInput
              ref={field.input}
              label={texts.address}
              classNames={{ input: own['book'] ?? '' }}
              description={
                chosen !== '' && isUsable(verdict) ? signatureMark(verdict)?.words : undefined
              }
              error={shown(problems.address)}
              spellCheck={false}
              value={address}
              onPaste={field.onPaste}
              onChange={(event) => field.onChange(event.currentTarget.value)}
              onBlur={(event) => field.onLeave(event.currentTarget.value)}
            />
            <FieldNotices field={field} />
            <LookAlikeAlarm check={check} />
          </div>
          <TextInput
            label={texts.label}
            error={shown(problems.label)}
            maxLength={80}
            value={label}
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
          <Failed error={save.error} />
          <div className={classes['actions']}>
            <Button type="submit" loading={save.isPending} disabled={knownAt !== null}>
              {texts.save}
            </Button>
            {knownAt !== null && <span className={classes['blocked']}>{asOfTexts.blocked}</span>}
          </div>
        </form>
      </div>
    </>
  );
}

/** What keeps the address from being labelled. */
function addressHeld(network: string, address: string, pasteDiffers: boolean): string | null {
  if (pasteDiffers) return addressTexts.paste.held;
  return address === '' ? virtualAccountTexts.problems.address : addressProblem(network, address);
}
