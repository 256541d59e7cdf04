/** The wallet address of a new virtual account: recognised, compared after a paste, known ones offered. */
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { familyOf } from '../../../contract/addresses/families.ts';
import { requestLabels } from '../../../contract/fields.ts';
import { networkPattern } from '../../../contract/patterns.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import classes from '../../components/draft/form.module.css';
import { keepInSight } from '../../components/draft/keep-in-sight.ts';
import { Notice } from '../../components/notice.tsx';
import { SuggestionInput } from '../../components/suggestion-input.tsx';
import { addressTexts } from '../address-book/texts.ts';
import { LookAlikeAlarm } from './look-alike-alarm.tsx';
import { useAddressCheck } from './use-address-check.ts';
import { type PasteNote, useWalletField, type WalletFieldState } from './use-wallet-field.ts';
import { cleanAddress, cleanNetwork } from './virtual-account-form.ts';
import type { VirtualAccountValues } from './virtual-account-values.ts';
import own from './wallet-addresses.module.css';

const texts = addressTexts;

type Form = UseFormReturnType<VirtualAccountValues>;

export function WalletField({ form }: { form: Form }) {
  const { walletAddress } = form.values;
  const network = cleanNetwork(form.values.network);
  const { setFieldValue, clearFieldError } = form;
  const setAddress = useCallback(
    (address: string) => {
      setFieldValue('walletAddress', address);
      clearFieldError('walletAddress');
    },
    [setFieldValue, clearFieldError],
  );
  const onDiffers = useCallback(
    (differs: boolean) => setFieldValue('pasteDiffers', differs),
    [setFieldValue],
  );
  const field = useWalletField(walletAddress, setAddress, {
    differs: form.values.pasteDiffers,
    onDiffers,
  });
  const check = useAddressCheck(network, cleanAddress(walletAddress)).data;
  const label = check?.known?.label ?? null;
  const news = useRef<HTMLDivElement>(null);
  const hasNews =
    field.refused !== null || field.pasted?.differs === true || (check?.lookAlikes.length ?? 0) > 0;
  useEffect(() => {
    return hasNews && news.current !== null ? keepInSight(news.current) : undefined;
  }, [hasNews]);
  return (
    <div className={`${classes['wide']} ${own['stack']}`}>
      <SuggestionInput
        name="walletAddress"
        label={requestLabels.virtualAccount.walletAddress}
        classNames={{ input: own['book'] ?? '' }}
        description={label === null ? undefined : texts.field.known(label)}
        error={form.errors['walletAddress']}
        suggestions={useLabelled(network)}
        value={walletAddress}
        ref={field.input}
        onPaste={field.onPaste}
        onChange={field.onChange}
        onLeave={(typed) => {
          field.onLeave(typed);
          void form.validateField('walletAddress');
        }}
      />
      {familyOf(network) === 'stellar' && <Notice tone="amber">{texts.memo}</Notice>}
      <div className={own['stack']} ref={news}>
        <FieldNotices field={field} />
        <LookAlikeAlarm
          check={check}
          onTake={(address) => {
            // What is known here is no paste.
            onDiffers(false);
            setAddress(address);
          }}
        />
      </div>
    </div>
  );
}

/** What was taken out of the field, and what became of a paste. */
export function FieldNotices({ field: { refused, pasted } }: { field: WalletFieldState }) {
  return (
    <div className={own['stack']} role="status">
      {refused !== null && (
        <Notice tone="red" title={texts.secret.title(refused)}>
          <p>{texts.secret.body}</p>
          <p>{texts.secret.advice}</p>
        </Notice>
      )}
      {pasted !== null && <PasteWords note={pasted} />}
    </div>
  );
}

/** Labelled addresses that are right for the network. Nothing that is typed goes along. */
function useLabelled(network: string) {
  const { queries } = useBridge();
  const labelled = useQuery({
    ...queries.addressBook.list.queryOptions({
      input: { network, isLabelled: true, limit: 200 },
    }),
    enabled: networkPattern.test(network),
  });
  return (labelled.data?.rows ?? []).map(({ address, label }) => ({
    value: address,
    label: label ?? '',
  }));
}

function PasteWords({ note: { spaces, invisible, differs } }: { note: PasteNote }) {
  if (differs) {
    return (
      <Notice tone="red" role="alert" title={texts.paste.differsTitle}>
        {texts.paste.differs}
      </Notice>
    );
  }
  if (spaces + invisible === 0) return null;
  return (
    <p className="dimmed">
      {spaces > 0 && texts.paste.spaces(spaces)} {invisible > 0 && texts.paste.invisible(invisible)}
    </p>
  );
}
