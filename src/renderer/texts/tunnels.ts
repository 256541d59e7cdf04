/** Words for tunnels: the ways in from outside. */
export const tunnelTexts = {
  lead: 'A tunnel leads from a public address to this computer. It counts as working only while a nonce that is sent out through the public address comes back.',
  add: 'Add tunnel',
  listLabel: 'Tunnels',
  empty: {
    title: 'No tunnels yet',
    body: 'Without a way in, nothing that the service sends can arrive here.',
  },
  kinds: {
    sandbox: 'Sandbox',
    ssh: 'SSH',
    ngrok: 'ngrok',
    'own-url': 'Own URL',
  },
  kindHints: {
    sandbox:
      'The built-in sandbox delivers over HTTPS on this computer, with a certificate that it alone trusts. For its own profile only.',
    ssh: 'A remote forward through any SSH server: your own behind a TLS proxy, or a service that prints its public URL.',
    ngrok:
      'Through the official ngrok client, with your authtoken. A reserved domain keeps its address. Proofs count among the requests of your ngrok plan: about 9,000 a month for one webhook, 5,000 for each where there are more.',
    'own-url': 'Your company’s reverse proxy points at the fixed port of this computer.',
  },
  unavailable: 'not available here',

  receiver: {
    title: 'Receiver',
    listening: (origin: string) => `Listening on ${origin}, on this computer only.`,
    off: 'Not listening',
    portHint: 'The port stays the same, so a reverse proxy can point at it for good.',
    writer: {
      failing: 'Deliveries can’t be stored now',
      restarting: 'Storing deliveries starts again',
    },
    writerToDo: {
      failing:
        'Nothing is acknowledged that is not stored: the service is told to send again later. Make room on the disk that holds Causeway’s data, and see whether it can be written to.',
      restarting:
        'Nothing is acknowledged that is not stored: the service is told to send again later. This takes a moment; if it stays like this, restart Causeway.',
    },
    since: 'Since',
    restarted: (times: number) =>
      times === 1
        ? 'Storing deliveries broke off once and started again by itself. What was acknowledged is stored.'
        : `Storing deliveries broke off ${times} times and started again by itself. What was acknowledged is stored.`,
    nothingDropped: 'Nothing was turned away since Causeway was started',
    droppedLabel: 'Turned away',
    droppedLead: 'Turned away since Causeway was started',
    perWebhook:
      'This counts everything that came to this computer, from whomever. What was given up of one webhook stands on its own page.',
    reasons: {
      notDurable: {
        what: 'could not be stored',
        whatToDo:
          'The service was told to send them again. Make room on the disk that holds Causeway’s data.',
      },
      holdFull: {
        what: 'came while too many waited for a secret',
        whatToDo:
          'The service was told to send them again. Unlock Causeway, or enter the secret of the webhook that lacks it.',
      },
      noRoom: {
        what: 'came while too much was arriving at once',
        whatToDo:
          'The service was told to send them again. If it goes on, somebody else sends a lot: see the proxy’s log.',
      },
      connectionsRefused: {
        what: 'connections that were closed for newer ones: more than 512 were open at once',
        whatToDo:
          'Those go that brought nothing for the longest, so deliveries still arrive. If it goes on, let the proxy in front open fewer, or see who opens so many.',
      },
      timedOut: {
        what: 'took too long to arrive (headers 10 s, all of it 30 s)',
        whatToDo:
          'The service tries again. If it goes on, look for a slow or broken line or proxy.',
      },
      tooLarge: {
        what: 'larger than 1 MiB',
        whatToDo:
          'They are refused each time they come. Tell the service’s support if a delivery is missing.',
      },
      wrongPath: {
        what: 'went to an address that belongs to no webhook',
        whatToDo:
          'Nothing, as a rule: such requests are guesses of strangers. Look again if a webhook’s URL was typed by hand.',
      },
      wrongMethod: {
        what: 'not a delivery (another method than POST)',
        whatToDo:
          'Nothing, as a rule: somebody opened the address in a browser, or a proxy checks it.',
      },
      malformed: {
        what: 'could not be read as a request',
        whatToDo: 'Nothing, as a rule: such requests are made by scanners.',
      },
    },
  },

  item: {
    publicOrigin: 'Public address',
    noOrigin: 'none yet',
    proof: 'Proof',
    took: (ms: string) => `there and back in ${ms}`,
    never: 'never proven',
    next: 'Next try',
    nextProof: 'Next proof',
    failures: (count: number) =>
      count === 1 ? '1 failure in a row' : `${count} failures in a row`,
    lasts: 'stays the same after a restart',
    changes: 'changes after a restart',
    changedTitle: 'The address changed',
    hostKey: 'Host key',
    pinned: 'pinned; another one is refused',
    notPinned: 'shown to you before anything is sent',
    server: 'Server',
    domain: 'Domain',
    secretHeld: 'held in the vault',
    secretMissing: 'not entered',
    secretOptional: 'none entered; only a protected key needs one',
    secrets: {
      'ssh-password': 'SSH password',
      'ssh-passphrase': 'Passphrase of the key',
      'ngrok-authtoken': 'ngrok authtoken',
    },
    afterTrust: 'Asked for when the server’s host key is trusted',
    keyFile: 'Key file',
    noKeyFile: 'not chosen yet',
    chooseKeyFile: 'Choose key file',
    enter: 'Enter',
    replace: 'Replace',
    open: 'Open',
    close: 'Close',
    prove: 'Prove now',
    remove: 'Remove',
    forget: 'Forget host key',
    trust: 'Trust host key',
    toTrust: 'compare it first',
    ownUrlHelp:
      'The service sends from changing addresses. Don’t filter by sender at the proxy: the signature tells what is genuine.',
  },

  remove: {
    title: 'Remove this tunnel?',
    body: (name: string) =>
      `${name} is closed, and its settings and secrets are forgotten. Webhooks that are registered under its address get nothing any more.`,
    action: 'Remove tunnel',
  },
  form: {
    title: 'Add tunnel',
    kind: 'Kind',
    name: 'Name',
    host: 'Host',
    port: 'Port',
    user: 'User',
    auth: 'Sign in with',
    methods: {
      agent: 'the SSH agent',
      'key-file': 'a key file',
      password: 'a password',
    },
    keyHelp: 'The file and its passphrase are asked for afterwards, in windows of their own.',
    passwordHelp:
      'Asked for in a window of its own, after you have trusted the key that the server shows.',
    front: 'Public side',
    fronts: {
      own: 'My own server with a TLS proxy in front',
      printed: 'A service that prints its public URL',
    },
    remoteHost: 'Address that the server binds',
    remotePort: 'Port that the server binds',
    remotePortHelp: 'Where the TLS proxy on the server points.',
    publicUrl: 'Public URL',
    publicUrlHelp: 'What the world calls, for example https://hooks.example.com',
    domain: 'Reserved domain',
    domainHelp: 'Optional. Left empty, the address changes with every start.',
    authtokenHelp: 'The authtoken is entered afterwards, in a window of its own.',
    ownUrlTitle: 'What the reverse proxy has to do',
    ownUrlHelp: (origin: string) => [
      `Point the proxy at ${origin} on this computer. The port stays the same.`,
      'End TLS in the proxy, with a certificate that is publicly trusted.',
      'Pass on every POST below /hooks/ with path, headers and body unchanged, bodies up to 1 MiB.',
      'Do not filter by the address of the sender: deliveries come from changing addresses. Each one is proved by its signature instead.',
      'Do not ask for a login, and do not redirect: deliveries follow no redirect.',
    ],
    ownUrlNoPort: 'the receiver’s port, which is shown below once it listens,',
    action: 'Add and open tunnel',
    cancel: 'Cancel',
    problems: {
      name: 'needs a name of at most 80 characters',
      host: 'is needed: name or address of the SSH server',
      port: 'needs a number from 1 to 65535',
      user: 'is needed: the user on the SSH server',
      publicUrl: 'needs an address that begins with https://',
      domain: 'needs a name like hooks.ngrok.app, without https://',
    },
  },
} as const;
