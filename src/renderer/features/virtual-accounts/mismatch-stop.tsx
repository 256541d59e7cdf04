/**
 * The stop where the answer is not what was sent, or its fees do not add up (decisions 21, 27). It
 * follows from what is kept, so it stands there after a reload and offline, until a person says how
 * it was cleared up.
 */
import { Title } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { longInstant } from '../../../bridge/instants.ts';
import type { VirtualAccountDetail } from '../../../bridge/virtual-accounts.ts';
import { differingPlaces, identityOf } from '../../../contract/addresses/look-alike.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { CopyTextButton } from '../../components/copy-button.tsx';
import { FromOther } from '../../components/handed-over/from-other.tsx';
import { GroupedAddress } from '../../components/identifier.tsx';
import { Notice } from '../../components/notice.tsx';
import { allSeen } from '../../components/outside-text.tsx';
import { ClearMismatchForm } from './clear-mismatch-form.tsx';
import own from './mismatch-stop.module.css';
import { intentKeyOf, mismatchEvidence, stopTexts as texts } from './mismatch-texts.ts';

/** Whether something stands against using the account. */
export const isStopped = (account: VirtualAccountDetail): boolean =>
  account.mismatches.length > 0 && account.clearance === null;

export function MismatchStop({ account }: { account: VirtualAccountDetail }) {
  const { mismatches, clearance } = account;
  if (mismatches.length === 0) return null;
  if (clearance !== null) {
    return (
      <div className={own['cleared']}>
        <Notice tone="grey" title={texts.cleared.title(longInstant(clearance.at))}>
          <p data-veiled>{clearance.note}</p>
          <FromOther
            of={{ kind: 'virtualAccount', id: account.id }}
            what="mismatchSignOff"
            at={clearance.at}
          />
          <Differences account={account} />
        </Notice>
      </div>
    );
  }
  return (
    <section className={own['stop']} role="alert">
      <Title order={3} className={own['title'] ?? ''}>
        <IconHandStop size={28} aria-hidden />
        {texts.title}
      </Title>
      <p>{texts.lead}</p>
      <Differences account={account} />
      <div>
        <strong>{texts.doTitle}</strong>
        <ol className={own['todo']}>
          {texts.todo.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      <Evidence account={account} />
      <ClearMismatchForm account={account} />
    </section>
  );
}

function Differences({ account }: { account: VirtualAccountDetail }) {
  return account.mismatches.map(({ field, sent, received, sentence }) => {
    const isWallet = field.endsWith('walletAddress');
    const value = (text: string | null, other: string | null) => {
      if (text === null) return texts.nothing;
      if (!isWallet) return <span className="mono">{allSeen(text)}</span>;
      return <GroupedAddress address={text} marks={marksOf(account, text, other ?? '')} />;
    };
    return (
      <div key={field} className={own['difference']}>
        <strong data-veiled>
          {isWallet && received !== null ? texts.walletDiffers : allSeen(sentence)}
        </strong>
        {/* Where nothing was sent to compare with, the sentence says it all. */}
        {sent !== null && (
          <dl>
            <dt>{texts.sent}</dt>
            <dd>{value(sent, received)}</dd>
            <dt>{texts.received}</dt>
            <dd>{value(received, sent)}</dd>
          </dl>
        )}
      </div>
    );
  });
}

/** Letters of another size are no difference where size is of no meaning. */
function marksOf({ network }: VirtualAccountDetail, address: string, other: string): boolean[] {
  const plain = (text: string) => identityOf(network ?? '', text).canonical;
  return differingPlaces(plain(address), plain(other));
}

function Evidence({ account }: { account: VirtualAccountDetail }) {
  const { queries } = useBridge();
  const key = intentKeyOf(account);
  const { data } = useQuery({
    ...queries.intents.get.queryOptions({ input: { key: key ?? '' } }),
    enabled: key !== null,
  });
  return (
    <div className={own['evidence']}>
      <p>{texts.kept}</p>
      <div>
        <CopyTextButton text={mismatchEvidence(account, data?.intent ?? null)} label={texts.copy} />
      </div>
    </div>
  );
}
