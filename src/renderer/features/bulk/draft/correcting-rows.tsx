/**
 * The dialog of a row that is corrected, above the lists of rows: these come and go while every row is
 * checked again, and what is typed stays.
 */
import { createContext, type ReactNode, useContext, useState } from 'react';
import type { BulkDraft, DraftRow } from '../../../../bridge/bulk.ts';
import { CorrectDialog } from './correct-dialog.tsx';

const Correcting = createContext<(row: DraftRow) => void>(() => undefined);

/** Opens the dialog of a row. */
export const useCorrecting = () => useContext(Correcting);

export interface CorrectingRowsProps {
  draft: Pick<BulkDraft, 'id' | 'kind'>;
  children: ReactNode;
}

export function CorrectingRows({ draft, children }: CorrectingRowsProps) {
  const [row, setRow] = useState<DraftRow | null>(null);
  return (
    <Correcting value={setRow}>
      {children}
      {row !== null && (
        <CorrectDialog
          key={row.row}
          draftId={draft.id}
          kind={draft.kind}
          row={row}
          onClose={() => setRow(null)}
        />
      )}
    </Correcting>
  );
}
