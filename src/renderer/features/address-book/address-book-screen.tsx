/** The address book: every wallet that is paid to, with its label and who uses it. */
import { lazy, Suspense, useState } from 'react';
import type { AddressRow } from '../../../bridge/address-book.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { CreateButton } from '../../components/create-button.tsx';
import { ShortIdentifier } from '../../components/identifier.tsx';
import { ListBody } from '../../components/list-body.tsx';
import { ListFile } from '../../components/list-file.tsx';
import { ListToolbar } from '../../components/list-toolbar.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SplitView } from '../../components/split-view.tsx';
import type { Column } from '../../components/table/columns.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { pageSize } from '../../components/table/paging.ts';
import { SkeletonTable } from '../../components/table/skeleton-table.tsx';
import { usePagedRows } from '../../components/table/use-paged-rows.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { VirtualAccountParts } from '../virtual-accounts/parts.tsx';
import { addressBookPaths } from './paths.ts';
import { addressTexts as texts } from './texts.ts';

/** What the list shows of an address. Lists show it short; the detail shows it whole. */
const { columns: headers } = texts;

/** Used last first, always. */
const addressColumns: readonly Column<AddressRow>[] = [
  {
    key: 'label',
    header: headers.label,
    track: 'minmax(120px, 2fr)',
    render: (row) =>
      row.label === null ? <span className="dimmed">{texts.noLabel}</span> : row.label,
  },
  {
    key: 'address',
    header: headers.address,
    track: '132px',
    render: (row) => <ShortIdentifier id={row.address} what="wallet address" />,
  },
  {
    key: 'networks',
    header: headers.networks,
    track: 'minmax(80px, 1fr)',
    from: 560,
    isPlain: true,
    render: (row) => <span title={row.networks.join(', ')}>{row.networks.join(', ')}</span>,
  },
  {
    key: 'uses',
    header: headers.uses,
    track: '64px',
    from: 430,
    align: 'end',
    isPlain: true,
    render: (row) => groupedCount(row.uses),
  },
  {
    key: 'customers',
    header: headers.customers,
    track: '88px',
    from: 660,
    align: 'end',
    isPlain: true,
    render: (row) => groupedCount(row.customers),
  },
  {
    key: 'firstUse',
    header: headers.firstUse,
    track: '128px',
    from: 920,
    isPlain: true,
    render: (row) => <Use at={row.firstUse} />,
  },
  {
    key: 'lastUse',
    header: headers.lastUse,
    track: '128px',
    from: 780,
    isPlain: true,
    render: (row) => <Use at={row.lastUse} />,
  },
];

function Use({ at }: { at: string | null }) {
  if (at === null) return <span className="dimmed">{texts.neverUsed}</span>;
  return <ShortMoment at={at} />;
}

const AddressDetailPanel = lazy(async () => ({
  default: (await import('./address-detail-panel.tsx')).AddressDetailPanel,
}));
const LabelAddressScreen = lazy(async () => ({
  default: (await import('./label-address-screen.tsx')).LabelAddressScreen,
}));

/** `place` follows the address of the list: the number of an address, or `new`. */
export function AddressBookScreen({ place }: { place: string | null }) {
  if (place === 'new') {
    return (
      <Suspense fallback={<SkeletonTable />}>
        <LabelAddressScreen />
      </Suspense>
    );
  }
  const id = place !== null && /^[1-9]\d{0,14}$/.test(place) ? Number(place) : null;
  return (
    <SplitView
      list={<AddressList selectedId={id} />}
      selected={id}
      detail={(opened) => <AddressDetailPanel id={opened} />}
    />
  );
}

function AddressList({ selectedId }: { selectedId: number | null }) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const [search, setSearch] = useState('');
  const paged = usePagedRows((offset) =>
    queries.addressBook.list.queryOptions({ input: { search, offset, limit: pageSize } }),
  );
  const { first } = paged;
  const add = <CreateButton href={addressBookPaths.new}>{texts.add}</CreateButton>;
  return (
    <>
      <PageHeader title={texts.title} count={first?.known ?? null} action={add} />
      <VirtualAccountParts current={addressBookPaths.root} />
      {first?.known !== 0 && (
        <ListToolbar
          searchLabel={texts.search}
          search={search}
          onSearch={setSearch}
          facts={first}
          filters={
            <>
              <ListFile listed={{ list: 'addresses', search }} />
              {knownAt !== null && <span className="dimmed">{texts.nowOnly}</span>}
            </>
          }
        />
      )}
      <ListBody
        paged={paged}
        noun={texts.noun}
        failed={texts.failed}
        onReset={() => setSearch('')}
        columns={addressColumns}
        empty={{ ...texts.empty, action: add }}
      >
        {(empty) => (
          <DataTable
            label={texts.listLabel}
            columns={addressColumns}
            rows={paged}
            idOf={(row) => String(row.id)}
            hrefOf={(row) => addressBookPaths.one(row.id)}
            selectedId={selectedId === null ? null : String(selectedId)}
            listKey={search}
            empty={empty}
          />
        )}
      </ListBody>
    </>
  );
}
