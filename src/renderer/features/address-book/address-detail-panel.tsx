/** One address, whole and in groups: its label, who uses it, and which known ones look like it. */
import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { AddressDetail, AddressRow, AddressUse } from '../../../bridge/address-book.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { differingPlaces, identityOf } from '../../../contract/addresses/look-alike.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { CopyIcon } from '../../components/copy-button.tsx';
import { DetailFrame } from '../../components/detail-frame.tsx';
import { DetailStates } from '../../components/detail-states.tsx';
import { Fact, Facts } from '../../components/facts.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { GroupedAddress } from '../../components/identifier.tsx';
import { LongMoment, ShortMoment } from '../../components/moment.tsx';
import { NameOrId } from '../../components/name-or-id.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Section } from '../../components/section.tsx';
import { useUnsaved } from '../../components/use-unsaved.ts';
import { shortId } from '../../format/identifiers.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { stateTexts } from '../../texts/states.ts';
import { customerPaths } from '../customers/paths.ts';
import { virtualAccountPaths } from '../virtual-accounts/paths.ts';
import own from '../virtual-accounts/wallet-addresses.module.css';
import { addressBookPaths } from './paths.ts';
import { addressTexts } from './texts.ts';

const texts = addressTexts.detail;
const formTexts = addressTexts.labelForm;

export function AddressDetailPanel({ id }: { id: number }) {
  const { queries } = useBridge();
  const address = useQuery(queries.addressBook.get.queryOptions({ input: { id } }));
  return (
    <DetailFrame
      recordId={String(id)}
      listHref={addressBookPaths.root}
      listName={addressTexts.title.toLowerCase()}
      isKnown={address.data !== undefined}
      title={
        address.data === undefined
          ? addressTexts.columns.address
          : (address.data.label ?? addressTexts.noLabel)
      }
    >
      <DetailStates query={address}>
        {(data) => (
          <>
            <AddressSection address={data} />
            <AlikeSection address={data} />
            <UsesSection address={data} />
          </>
        )}
      </DetailStates>
    </DetailFrame>
  );
}

function AddressSection({ address }: { address: AddressDetail }) {
  const { firstUse, lastUse } = address;
  const never = addressTexts.neverUsed;
  return (
    <Section title={texts.address}>
      <span className={own['whole']}>
        <GroupedAddress address={address.address} />
        <CopyIcon text={address.address} label={stateTexts.copyThing('wallet address')} />
      </span>
      <Facts>
        <Fact name={addressTexts.columns.networks}>{address.networks.join(', ')}</Fact>
        <Fact name={addressTexts.columns.firstUse}>
          {firstUse === null ? never : <LongMoment at={firstUse} />}
        </Fact>
        <Fact name={addressTexts.columns.lastUse}>
          {lastUse === null ? never : <LongMoment at={lastUse} />}
        </Fact>
      </Facts>
      <LabelForm address={address} />
    </Section>
  );
}

function AlikeSection({ address }: { address: AddressDetail }) {
  const [network = ''] = address.networks;
  const plain = identityOf(network, address.address).canonical;
  if (address.lookAlikes.length === 0) return null;
  return (
    <Section title={texts.alike} lead={texts.alikeLead}>
      <Facts>
        {address.lookAlikes.map((known) => {
          const marks = differingPlaces(identityOf(network, known.address).canonical, plain);
          return (
            <Fact key={known.id} name={known.label ?? addressTexts.noLabel}>
              <GroupedAddress address={known.address} marks={marks} />
            </Fact>
          );
        })}
      </Facts>
    </Section>
  );
}

function UsesSection({ address }: { address: AddressDetail }) {
  const { recentUses, uses } = address;
  return (
    <Section
      title={texts.uses}
      lead={
        recentUses.length < uses
          ? texts.maxUses(groupedCount(recentUses.length), groupedCount(uses))
          : undefined
      }
    >
      {recentUses.length === 0 ? (
        texts.noUses
      ) : (
        <ul className={own['uses']}>
          {recentUses.map((use) => (
            <li key={`${use.kind} ${use.id}`}>
              <Use use={use} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Use({ use }: { use: AddressUse }) {
  const { customerId } = use;
  return (
    <>
      <span>
        {customerId === null ? (
          texts.noCustomer
        ) : (
          <PageLink href={customerPaths.one(customerId)} underline="always" data-veiled>
            <NameOrId name={use.customerName} id={customerId} />
          </PageLink>
        )}
      </span>
      <span>
        {use.kind === 'intent' ? (
          texts.openIntent
        ) : (
          <PageLink href={virtualAccountPaths.one(use.id)} className="mono" underline="always">
            {shortId(use.id)}
          </PageLink>
        )}
      </span>
      <span>{use.network}</span>
      <ShortMoment at={use.at} />
    </>
  );
}

/** The label of a known address. */
function LabelForm({ address }: { address: AddressRow }) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  /** What is typed and not kept; null where that is what is kept. */
  const [typed, setTyped] = useState<string | null>(null);
  const kept = address.label ?? '';
  if (typed === kept) setTyped(null);
  useUnsaved(typed !== null);
  const label = typed ?? kept;
  const profileId = useProfileId();
  const save = useMutation(
    queries.addressBook.label.mutationOptions({
      // As it is kept, without spaces around it; what was typed since stays.
      onSuccess: (row, sent) => setTyped((now) => (now === sent.label ? (row.label ?? '') : now)),
    }),
  );
  const [network = ''] = address.networks;
  if (knownAt !== null) return null;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate({ profileId, network, address: address.address, label });
  };
  return (
    <form className={own['label']} noValidate onSubmit={send}>
      <TextInput
        label={formTexts.label}
        description={formTexts.labelHelp}
        maxLength={80}
        value={label}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" variant="default" loading={save.isPending}>
          {formTexts.save}
        </Button>
      </div>
      <Failed error={save.error} />
    </form>
  );
}
