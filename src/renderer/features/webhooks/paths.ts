/** Addresses of the webhooks and of the parts beside them. */
export const webhookPaths = {
  root: '/webhooks',
  new: '/webhooks/new',
  existing: '/webhooks/existing',
  one: (id: string) => `/webhooks/${id}`,
  deliveries: '/webhooks/deliveries',
  delivery: (arrival: number) => `/webhooks/deliveries/${arrival}`,
  tunnels: '/webhooks/tunnels',
  forwarding: '/webhooks/forwarding',
} as const;

/** Which part of the screen an address leads to: `/webhooks/<part>/<id>`. */
type Place =
  | { part: 'webhooks'; selectedId: string | null }
  | { part: 'new' }
  | { part: 'existing' }
  | { part: 'deliveries'; arrival: number | null }
  | { part: 'tunnels' }
  | { part: 'forwarding' };

/** Ids of webhooks carry a prefix, so none of them is the name of a part. */
export function placeOf(part: string | null, id: string | null): Place {
  switch (part) {
    case 'new':
    case 'existing':
    case 'tunnels':
    case 'forwarding':
      return { part };
    case 'deliveries':
      return { part, arrival: id !== null && /^\d{1,15}$/.test(id) ? Number(id) : null };
    default:
      return { part: 'webhooks', selectedId: part };
  }
}
