/** A look back: the list as it was known at a moment. The frame says so while it is. */
import { memo } from 'react';
import { AsOfForm, type AsOfFormProps } from '../../../components/as-of-form.tsx';
import { longInstant } from '../../../format/instants.ts';
import { FilterMenu } from './filter-menu.tsx';
import { filterTexts } from './texts.ts';

export const AsOfMenu = memo(function AsOfMenu({ knownAt, onChange }: AsOfFormProps) {
  return (
    <FilterMenu label={filterTexts.asOf} chosen={knownAt === null ? null : longInstant(knownAt)}>
      {(close) => (
        <AsOfForm
          knownAt={knownAt}
          onChange={(next) => {
            onChange(next);
            close();
          }}
        />
      )}
    </FilterMenu>
  );
});
