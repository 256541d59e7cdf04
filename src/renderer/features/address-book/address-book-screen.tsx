/** The address book: every wallet that is paid to, with its label and who uses it. */
import { lazy, Suspense, useState } from 'react';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { CreateButton } from '../../components/create-button.tsx';
import { ListBody } from '../../components/list-body.tsx';
import { ListFile } from '../../components/list-file.tsx';
import { ListToolbar } from '../../components/list-toolbar.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SplitView } from '../../components/split-view.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { pageSize } from '../../components/table/paging.ts';
import { SkeletonTable } from '../../components/table/skeleton-table.tsx';
import { usePagedRows } from '../../components/table/use-paged-rows.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { VirtualAccountParts } from '../virtual-accounts/parts.tsx';
import { addressColumns } from './address-columns.tsx';
import { addressBookPaths } from './paths.ts';
import { addressTexts as texts } from './texts.ts';

const AddressDetailPanel = lazy(async () => ({
  default: (await import('./address-detail-panel.tsx')).AddressDetailPanel,
}));
const LabelAddressScreen = lazy(async () => ({
  default: (await import('./label-address-screen.tsx')).LabelAddressScreen,
}));

/** `place` follows the address of the list: the number of an address, or `new`. */
export function AddressesScreen({ place }: { place: string | null }) {
  if (place === 'new') {
    return (
      <Suspense fallback={<SkeletonTable />}>
        <LabelAddressScreen />
      </Suspense>
    );
  }
  const id = place !== null && /^[1-9]\d{0,14}$/.test(place) ? Number(place) : null;
  const detail = id === null ? null : <AddressDetailPanel id={id} />;
  return <SplitView list={<AddressList selectedId={id} />} detail={detail} />;
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
