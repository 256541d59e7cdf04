/** What the list shows of an address. Lists show it short; the detail shows it whole. */
import type { AddressRow } from '../../../bridge/address-book.ts';
import { ShortIdentifier } from '../../components/identifier.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import type { Column } from '../../components/table/columns.ts';
import { groupedCount } from '../../format/words.ts';
import { addressTexts } from './texts.ts';

const { columns: headers } = addressTexts;

/** Used last first, always. */
export const addressColumns: readonly Column<AddressRow>[] = [
  {
    key: 'label',
    header: headers.label,
    track: 'minmax(120px, 2fr)',
    render: (row) =>
      row.label === null ? <span className="dimmed">{addressTexts.noLabel}</span> : row.label,
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
    render: (row) => <span title={row.networks.join(', ')}>{row.networks.join(', ')}</span>,
  },
  {
    key: 'uses',
    header: headers.uses,
    track: '64px',
    from: 430,
    align: 'end',
    render: (row) => groupedCount(row.uses),
  },
  {
    key: 'customers',
    header: headers.customers,
    track: '88px',
    from: 660,
    align: 'end',
    render: (row) => groupedCount(row.customers),
  },
  {
    key: 'firstUse',
    header: headers.firstUse,
    track: '128px',
    from: 920,
    render: (row) => <Use at={row.firstUse} />,
  },
  {
    key: 'lastUse',
    header: headers.lastUse,
    track: '128px',
    from: 780,
    render: (row) => <Use at={row.lastUse} />,
  },
];

function Use({ at }: { at: string | null }) {
  if (at === null) return <span className="dimmed">{addressTexts.neverUsed}</span>;
  return <ShortMoment at={at} />;
}
