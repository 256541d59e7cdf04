/** Texts of the forms that create and import a webhook. */
export const newWebhookTexts = {
  title: 'New webhook',
  back: 'Back to webhooks',
  lead: 'The service sends every event that you select to the URL.',
  nameHelp: 'Your name for the webhook. The service stores it, too.',
  descriptionHelp: 'Optional in Causeway, for your own use. The service stores it, too.',

  places: {
    left: (known: number, limit: number, left: number) => {
      if (left === 0) return `${known} of ${limit} webhooks known. The limit is reached.`;
      return left === 1
        ? `${known} of ${limit} webhooks known. As far as Causeway knows, you can create 1 more.`
        : `${known} of ${limit} webhooks known. As far as Causeway knows, you can create ${left} more.`;
    },
    mayExist: (count: number) =>
      count === 1
        ? '1 more request got no usable response, and its webhook may exist.'
        : `${count} more requests got no usable response, and their webhooks may exist.`,
    full: 'The service allows 10 webhooks, and Causeway can’t delete one. Use an existing one or ask the service to remove one.',
    failed: 'Your webhooks and tunnels can’t be checked',
    looking: 'Checking your webhooks and open tunnels…',
  },

  reuse: {
    title: 'An existing webhook can be used',
    open: 'Use webhook',
  },

  url: {
    help: 'Enter the URL for deliveries. It starts with https://.',
    offered: 'Public URLs',
    use: 'Use URL',
    used: 'In use',
    lasts: 'stays the same after a restart',
    lastsInSession: 'stays the same until this session ends',
    changes: 'changes after a restart, and Causeway can’t change a webhook’s URL',
    none: 'No open tunnel passed a recent check, so Causeway can’t offer a URL of this computer.',
    openTunnels: 'Go to tunnels',
    again: 'Check again',
    elsewhere:
      'This URL does not lead to a path of this computer. Causeway can’t see or verify its deliveries.',
    trimmed: 'Causeway removed spaces.',
  },

  events: {
    search: 'Search events',
    all: 'All',
    allListed: 'All listed',
    none: 'None',
    chosen: (count: number, of: number) => `${count} of ${of} selected`,
    listedChosen: (count: number, of: number) =>
      `${count} of ${of} selected: all in the service’s list`,
    noMatch: 'No events match.',
    group: (name: string) => `All of ${name}`,
    unlisted: 'not in the service’s list, but named in one of its events',
  },

  problems: {
    name: 'Enter a name for this webhook.',
    url: 'Enter a URL that starts with https://, for example https://hooks.example.com/in.',
    urlCredentials: 'Enter a URL without a user name or password.',
    events: 'Select at least one event.',
  },

  check: {
    title: 'Review',
    secretHint:
      'The service returns the secret in its response. Causeway stores it encrypted when the response arrives. If the response is lost, Causeway can’t request the secret.',
    irreversible: (left: number | null) =>
      left === 1
        ? 'This uses the last of 10 webhooks. You can’t change or delete it in Causeway.'
        : 'This uses one of 10 webhooks. You can’t change or delete it in Causeway.',
    action: 'Create webhook',
    doesNotLast: 'This URL will change, and the webhook will then stop delivering.',
  },

  unknown: {
    title: 'The webhook may exist',
    body: 'If it exists, it counts towards the limit of 10. Its secret was in the lost response, and Causeway can’t request it. Without it, its deliveries can’t be verified.',
    what: 'Check with the service whether the webhook exists. If it does, ask for its secret. Otherwise ask the service to remove it, then create another.',
    see: 'Show in webhooks',
  },

  existing: {
    title: 'Import webhook',
    lead: 'For a webhook that was created outside Causeway. Nothing is sent to the service, and no new webhook is created. Causeway can verify its deliveries if the URL leads to this computer.',
    several: 'Import several, or import JSON or CSV without the secret',
    id: 'Webhook ID',
    idHelp: 'It starts with webhook_.',
    name: 'Name',
    nameHelp: 'Optional',
    url: 'URL',
    urlHelp: 'The URL that is registered at the service.',
    secretHint:
      'You enter the secret in a separate window, which stores it in the vault. The secret never reaches this page.',
    action: 'Enter secret',
    added: (name: string) => `${name} is imported and its secret is stored.`,
    open: 'Show webhook',
    problems: {
      id: 'Enter a webhook ID. It starts with webhook_.',
      url: 'Enter a URL that starts with https://.',
    },
  },
} as const;
