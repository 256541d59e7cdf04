/**
 * Customers that fit what is searched for, each a filter. Most events hold the id of their customer
 * and not its name, so whoever searches for a name finds its events by whom they are of.
 */
import { useDebouncedValue } from '@mantine/hooks';
import { IconUserSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { secretIn } from '../../../../contract/addresses/secrets.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { asSeen } from '../../../format/hidden-characters.ts';
import { shortId } from '../../../format/identifiers.ts';
import classes from './filters.module.css';
import { filterTexts } from './texts.ts';

/** More are found in the menu of customers. */
const offered = 3;
/** Customers are looked for when the typing rests: the events come first. */
const rest = 200;
/** Fewer letters are a part of too many names. */
const shortest = 3;
/** What the list of customers takes. */
const longest = 200;

export interface CustomerOffersProps {
  search: string;
  /** In the place of the search, the events of a customer. */
  onChoose: (customerId: string) => void;
}

export function CustomerOffers({ search, onChoose }: CustomerOffersProps) {
  const { queries } = useBridge();
  const [rested] = useDebouncedValue(search, rest);
  // A secret that was pasted into the wrong field is not searched for.
  const isAsked =
    rested.length >= shortest && rested.length <= longest && secretIn(rested) === null;
  const found = useQuery({
    ...queries.customers.list.queryOptions({
      input: { search: rested, limit: offered, sort: 'name', direction: 'ascending' },
    }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const rows = isAsked ? (found.data?.rows ?? []) : [];
  if (rows.length === 0) return null;
  return (
    <ul aria-label={filterTexts.offers} className={classes['offers']}>
      {rows.map((row) => (
        <li key={row.id}>
          <button type="button" title={row.id} onClick={() => onChoose(row.id)}>
            <IconUserSearch size={13} aria-hidden />
            <span className={classes['short']} data-veiled>
              {filterTexts.customer}: {asSeen(row.name ?? row.email ?? shortId(row.id))}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
