/** The address of the review, whole: how far it was checked, who uses it, and what looks like it. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { AddressCheck } from '../../../bridge/address-book.ts';
import { checkAddress } from '../../../contract/addresses/check-address.ts';
import { familyOf } from '../../../contract/addresses/families.ts';
import { GroupedAddress } from '../../components/identifier.tsx';
import { Notice } from '../../components/notice.tsx';
import { allSeen } from '../../components/outside-text.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { counted } from '../../format/words.ts';
import { addressTexts } from '../address-book/texts.ts';
import { addressProblem, signatureMark } from './address-words.ts';
import { virtualAccountTexts } from './texts.ts';
import own from './virtual-accounts.module.css';

export interface ReviewAddressProps {
  network: string;
  address: string;
  check: UseQueryResult<AddressCheck>;
}

export function ReviewAddress({ network, address, check }: ReviewAddressProps) {
  const mark = signatureMark(checkAddress(network, address));
  const label = check.data?.known?.label ?? null;
  return (
    <>
      {label !== null && <div>{allSeen(label)}</div>}
      <GroupedAddress address={address} />
      <div className={own['notes']}>
        <Uses check={check.data} />
        {mark === null ? (
          <StatusMark tone="red">{addressProblem(network, address)}</StatusMark>
        ) : (
          <StatusMark tone={mark.tone}>{mark.words}</StatusMark>
        )}
      </div>
      {familyOf(network) === 'stellar' && <p className="dimmed">{addressTexts.memo}</p>}
    </>
  );
}

function Uses({ check }: { check: AddressCheck | undefined }) {
  if (check === undefined) return <span className="dimmed">{addressTexts.checkingUse}</span>;
  const uses = check.known?.uses ?? 0;
  const { one, many } = virtualAccountTexts.noun;
  return (
    <StatusMark tone={uses === 0 ? 'amber' : 'green'}>
      {uses === 0 ? addressTexts.firstUse : addressTexts.usedBy(counted(uses, one, many))}
    </StatusMark>
  );
}

/** What keeps it from being sent: main got another address, or could not say what it got. */
export function AddressObstacle({ address, check }: Omit<ReviewAddressProps, 'network'>) {
  if (check.data !== undefined && check.data.address !== address) {
    return (
      <Notice tone="red" role="alert">
        {addressTexts.notAsReviewed}
      </Notice>
    );
  }
  if (check.data !== undefined || check.error === null) return null;
  return (
    <ReadFailure
      title={addressTexts.checkFailed}
      error={check.error}
      onReadAgain={() => void check.refetch()}
    />
  );
}
