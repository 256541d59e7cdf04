/** Keys for what the service lists: it may repeat itself, so its words alone tell no two apart. */

export interface Keyed<Item> {
  key: string;
  item: Item;
}

export const keyed = <Item>(items: readonly Item[], nameOf: (item: Item) => string) =>
  items.map((item, index): Keyed<Item> => ({ key: `${index} ${nameOf(item)}`, item }));
