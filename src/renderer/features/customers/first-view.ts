/** How the list of customers begins. Apart from React, so that it can be read before the page is there. */
import type { ListCustomersInput } from '../../../bridge/customers.ts';
import type { ViewOf } from '../../stores/list-view.ts';

export const firstView: ViewOf<ListCustomersInput> = {
  search: '',
  type: null,
  profileStatus: null,
  label: null,
  madeFrom: null,
  madeTo: null,
  sort: 'firstLearnedAt',
  direction: 'descending',
};
