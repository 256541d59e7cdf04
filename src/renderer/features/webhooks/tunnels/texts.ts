/** Texts of tunnels and the receiver. */
export const tunnelTexts = {
  lead: 'A tunnel connects a public URL to this computer. It counts as working only while test requests come back.',
  add: 'Add tunnel',
  listLabel: 'Tunnels',
  empty: {
    title: 'No tunnels yet',
    body: 'Without a tunnel, deliveries from the service can’t reach this computer.',
  },
  kinds: {
    sandbox: 'Sandbox',
    ssh: 'SSH',
    ngrok: 'ngrok',
    'own-url': 'Own URL',
  },
  kindHints: {
    sandbox:
      'The built-in sandbox delivers over HTTPS on this computer, with a certificate that only the sandbox trusts. For its own profile only.',
    ssh: 'Remote port forwarding through any SSH server: your own behind a TLS proxy, or a service that prints its public URL.',
    ngrok:
      'Uses the official ngrok client with your authtoken. A reserved domain keeps its URL. Checks count towards the requests of your ngrok plan: about 9,000 a month for one webhook, or 5,000 for each of several.',
    'own-url': 'Your company’s reverse proxy points to the fixed port of this computer.',
  },
  unavailable: 'Not available on this computer',

  receiver: {
    title: 'Receiver',
    listening: (origin: string) => `Listening on ${origin}, on this computer only.`,
    off: 'Not listening',
    portHint: 'The port stays the same, so a reverse proxy can point to it permanently.',
    writer: {
      failing: 'Deliveries can’t be stored',
      restarting: 'Storage of deliveries is restarting',
    },
    writerToDo: {
      failing:
        'Causeway acknowledges only stored deliveries and asks the service to send the others again. Free space on the disk with Causeway’s data, and check that Causeway can write to it.',
      restarting:
        'Causeway acknowledges only stored deliveries and asks the service to send the others again. This takes a moment. If it lasts, restart Causeway.',
    },
    since: 'Since',
    restarted: (times: number) =>
      times === 1
        ? 'Storage of deliveries stopped once and restarted. All acknowledged deliveries are stored.'
        : `Storage of deliveries stopped ${times} times and restarted. All acknowledged deliveries are stored.`,
    nothingDropped: 'No requests rejected since Causeway started',
    droppedLabel: 'Rejected requests',
    droppedLead: 'Requests rejected since Causeway started',
    perWebhook:
      'These counts cover every request to this computer, from any sender. The page of a webhook shows what was rejected for it.',
    reasons: {
      notDurable: {
        what: 'could not be stored',
        whatToDo:
          'Causeway asked the service to send them again. Free space on the disk with Causeway’s data.',
      },
      holdFull: {
        what: 'received while too many deliveries awaited a secret',
        whatToDo:
          'Causeway asked the service to send them again. Unlock Causeway, or enter the missing secret of the webhook.',
      },
      noRoom: {
        what: 'received while too many requests arrived at once',
        whatToDo:
          'Causeway asked the service to send them again. If the number rises, another sender may be the cause: check the proxy’s log.',
      },
      connectionsRefused: {
        what: 'closed to make room for newer connections: more than 512 were open at once',
        whatToDo:
          'Causeway closes the connections that were idle longest, so deliveries still arrive. If the number rises, limit connections in the proxy, or find out who opens them.',
      },
      timedOut: {
        what: 'too slow (limits: headers 10 s, whole request 30 s)',
        whatToDo:
          'The service tries again. If the number rises, check for a slow or faulty network or proxy.',
      },
      tooLarge: {
        what: 'larger than 1 MiB',
        whatToDo:
          'Causeway rejects them each time. If a delivery is missing, contact the service’s support.',
      },
      wrongPath: {
        what: 'sent to a URL that belongs to no webhook',
        whatToDo:
          'Usually nothing: strangers guess URLs. Check the URL if someone typed it for a webhook.',
      },
      wrongMethod: {
        what: 'not a delivery (a method other than POST)',
        whatToDo: 'Usually nothing: someone opened the URL in a browser, or a proxy checks it.',
      },
      malformed: {
        what: 'not a valid request',
        whatToDo: 'Usually nothing: scanners send such requests.',
      },
    },
  },

  item: {
    publicOrigin: 'Public URL',
    noOrigin: 'None yet',
    proof: 'Last passed check',
    took: (ms: string) => `came back in ${ms}`,
    never: 'None yet',
    next: 'Next attempt',
    nextProof: 'Next check',
    failures: (count: number) =>
      count === 1 ? '1 failure in a row' : `${count} failures in a row`,
    lasts: 'stays the same after a restart',
    changes: 'changes after a restart',
    changedTitle: 'The public URL changed',
    hostKey: 'Host key',
    pinned: 'Trusted. Causeway refuses any other key.',
    notPinned: 'Causeway shows it to you before it sends anything',
    server: 'Server',
    domain: 'Domain',
    secretHeld: 'Stored in the vault',
    secretMissing: 'Not entered',
    secretOptional: 'Not entered, needed only for a protected key',
    secrets: {
      'ssh-password': 'SSH password',
      'ssh-passphrase': 'Key passphrase',
      'ngrok-authtoken': 'ngrok authtoken',
    },
    afterTrust: 'Enter it after you trust the server’s host key',
    keyFile: 'Key file',
    noKeyFile: 'Not chosen yet',
    chooseKeyFile: 'Choose key file',
    enter: 'Enter',
    replace: 'Replace',
    open: 'Open',
    close: 'Close',
    prove: 'Check now',
    remove: 'Remove',
    forget: 'Forget host key',
    trust: 'Trust host key',
    toTrust: 'Compare before you trust it',
    ownUrlHelp:
      'The service sends from changing IP addresses, so don’t filter by sender at the proxy. Causeway verifies each delivery by its signature.',
  },

  remove: {
    title: 'Remove this tunnel?',
    body: (name: string) =>
      `Causeway closes ${name} and deletes its settings and secrets. Webhooks registered with its URL stop delivering to this computer.`,
    action: 'Remove tunnel',
  },
  form: {
    title: 'Add tunnel',
    kind: 'Type',
    name: 'Name',
    host: 'Host',
    port: 'Port',
    user: 'User',
    auth: 'Sign in with',
    methods: {
      agent: 'SSH agent',
      'key-file': 'Key file',
      password: 'Password',
    },
    keyHelp: 'You enter the file and its passphrase afterwards, in separate windows.',
    passwordHelp:
      'You enter it in a separate window, after you trust the host key that the server shows.',
    front: 'Public side',
    fronts: {
      own: 'My own server behind a TLS proxy',
      printed: 'A service that prints its public URL',
    },
    remoteHost: 'Listening host',
    remotePort: 'Listening port',
    remotePortHelp: 'The port that the server’s TLS proxy points to.',
    publicUrl: 'Public URL',
    publicUrlHelp: 'The URL that the internet can reach, for example https://hooks.example.com',
    domain: 'Reserved domain',
    domainHelp: 'Optional. Without one, the URL changes with every start.',
    authtokenHelp: 'You enter the authtoken afterwards, in a separate window.',
    ownUrlTitle: 'How to set up the reverse proxy',
    ownUrlHelp: (origin: string) => [
      `Point the proxy to ${origin} on this computer. The port stays the same.`,
      'End TLS in the proxy, with a publicly trusted certificate.',
      'Pass on every POST below /hooks/ with path, headers and body unchanged, with bodies up to 1 MiB.',
      'Don’t filter by the sender’s IP address: it changes. Causeway verifies each delivery by its signature.',
      'Don’t require a login and don’t redirect: the service follows no redirects.',
    ],
    ownUrlNoPort: 'the receiver’s port, which appears below once the receiver is listening,',
    action: 'Add and open tunnel',
    cancel: 'Cancel',
    problems: {
      name: 'Enter a name of 1 to 80 characters.',
      host: 'Enter the host name or IP address of the SSH server.',
      port: 'Enter a number from 1 to 65535.',
      user: 'Enter the user name on the SSH server.',
      publicUrl: 'Enter a URL that starts with https://.',
      domain: 'Enter a domain such as hooks.ngrok.app, without https://.',
    },
  },
} as const;
