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
