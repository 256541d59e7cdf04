/** The address of the review, whole: how far it was checked, who uses it, and what looks like it. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { AddressCheck } from '../../../bridge/address-book.ts';
import { counted, groupedCount } from '../../../bridge/words.ts';
import { checkAddress } from '../../../contract/addresses/check-address.ts';
import { familyOf } from '../../../contract/addresses/families.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { GroupedAddress } from '../../components/identifier.tsx';
import { Notice } from '../../components/notice.tsx';
import { allSeen } from '../../components/outside-text.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { asSeen } from '../../format/hidden-characters.ts';
import { addressTexts } from '../address-book/texts.ts';
import { addressProblem, signatureMark } from './address-words.ts';
import { virtualAccountTexts } from './texts.ts';
import own from './virtual-accounts.module.css';

export interface ReviewAddressProps {
  customerId: string;
  network: string;
  address: string;
  check: UseQueryResult<AddressCheck>;
}

export function ReviewAddress({ customerId, network, address, check }: ReviewAddressProps) {
  const mark = signatureMark(checkAddress(network, address));
  const label = check.data?.known?.label ?? null;
  return (
    <>
      {label !== null && <div data-veiled>{allSeen(label)}</div>}
      <GroupedAddress address={address} />
      <div className={own['notes']}>
        <Uses customerId={customerId} check={check.data} />
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

interface UsesProps {
  customerId: string;
  check: AddressCheck | undefined;
}

/** Green only for a wallet of this very customer: a wallet of another one is perhaps a wrong paste. */
function Uses({ customerId, check }: UsesProps) {
  const { queries } = useBridge();
  const known = check?.known ?? null;
  const uses = known?.uses ?? 0;
  const used = useQuery({
    ...queries.addressBook.get.queryOptions({ input: { id: known?.id ?? 0 } }),
    enabled: known !== null && uses > 0,
  });
  if (check === undefined || (uses > 0 && used.isPending)) {
    return <span className="dimmed">{addressTexts.checkingUse}</span>;
  }
  const { one, many } = virtualAccountTexts.noun;
  if (uses === 0) return <StatusMark tone="amber">{addressTexts.firstUse}</StatusMark>;
  const listed = used.data?.recentUses ?? [];
  const others = listed.filter((use) => use.customerId !== customerId);
  const theirs = groupedCount(others.length);
  const atLeast = listed.length < uses ? addressTexts.atLeast(theirs) : theirs;
  const part = others.length === uses ? null : atLeast;
  const names = [...new Set(others.map((use) => use.customerName ?? use.customerId ?? ''))];
  const words = addressTexts.usedBy(counted(uses, one, many));
  // What can't be read, or is of more customers than are listed, is not said to be this one's.
  const isOwn = used.data !== undefined && names.length === 0 && (known?.customers ?? 0) <= 1;
  return isOwn ? (
    <StatusMark tone="green">{words}</StatusMark>
  ) : (
    <StatusMark tone="amber">
      <span data-veiled>{addressTexts.usedByOthers(words, part, names.map(asSeen))}</span>
    </StatusMark>
  );
}

/** What keeps it from being sent: main got another address, or could not say what it got. */
export function AddressObstacle({
  address,
  check,
}: Omit<ReviewAddressProps, 'network' | 'customerId'>) {
  if (check.data !== undefined && check.data.address !== address) {
    return (
      <Notice tone="red" role="alert">
        {addressTexts.notAsReviewed}
      </Notice>
    );
  }
  if (check.data !== undefined || check.error === null) return null;
  return <ReadFailure title={addressTexts.checkFailed} query={check} />;
}
