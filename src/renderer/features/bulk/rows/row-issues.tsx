/** What is said of a row before it is sent: column, reason, and what a duplicate equals. */
import type { BulkKind, RowIssue } from '../../../../bridge/bulk.ts';
import { allSeen } from '../../../components/outside-text.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { type Tone, ToneIcon } from '../../../components/status-mark.tsx';
import { keyed } from '../../../format/keyed.ts';
import { customerPaths } from '../../customers/paths.ts';
import { unresolvedPaths } from '../../unresolved/paths.ts';
import { virtualAccountPaths } from '../../virtual-accounts/paths.ts';
import { bulkFieldLabel, bulkTexts } from '../texts.ts';
import classes from './rows.module.css';

const texts = bulkTexts.check;

export const issueTones: Record<RowIssue['severity'], Tone> = {
  error: 'red',
  duplicate: 'amber',
  hidden: 'amber',
  warning: 'amber',
};

export function RowIssues({ kind, remarks }: { kind: BulkKind; remarks: readonly RowIssue[] }) {
  return (
    <ul className={classes['remarks']}>
      {keyed(remarks, ({ code }) => code).map(({ key, item }) => (
        <li key={key}>
          <ToneIcon tone={issueTones[item.severity]} />
          <span>
            <Place remark={item} /> <span data-veiled>{allSeen(item.sentence)}</span>{' '}
            {item.like !== null && <Like kind={kind} like={item.like} />}
          </span>
        </li>
      ))}
    </ul>
  );
}

type Placed = Pick<RowIssue, 'column' | 'field' | 'severity'>;

/** The column by its heading in the file, else by the field; null where it is the whole row that equals. */
export function formatPlace({ column, field, severity }: Placed): string | null {
  if (column === null && field === null && severity !== 'error') return null;
  return column ?? (field === null ? texts.wholeRow : bulkFieldLabel(field));
}

function Place({ remark }: { remark: RowIssue }) {
  const place = formatPlace(remark);
  return place === null ? null : <strong>{allSeen(place)}</strong>;
}

/** The way to what a duplicate equals; its sentence names it. A row of the file is on the screen. */
function Like({ kind, like }: { kind: BulkKind; like: NonNullable<RowIssue['like']> }) {
  if (like.kind === 'row') return null;
  const record = kind === 'customer' ? customerPaths.one : virtualAccountPaths.one;
  const isRecord = like.kind === 'record';
  return (
    <PageLink
      href={isRecord ? record(like.id) : unresolvedPaths.request(like.id, 'unknown')}
      underline="always"
      title={like.id}
    >
      {isRecord ? texts.seeRecord : texts.seeIntent}
    </PageLink>
  );
}
