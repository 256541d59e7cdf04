/**
 * Who may import whom (docs/architecture.md). `npm run check` runs these rules through
 * tests/support/check-imports.ts, which also fails when a source file was not seen at all.
 * Each rule has a breach on purpose in tests/rules/import-rules.test.ts.
 */

/** The modules of core, lowest first. One may reach every one below, never a sibling. */
const CORE_FLOORS = [
  ['foundation'],
  ['service', 'vault', 'profiles', 'records', 'audit', 'annotations', 'exports', 'pdf', 'repair'],
  ['intents', 'backup'],
  ['creates'],
  ['feature'],
];
const CORE = CORE_FLOORS.flat();

/** Whose code a feature may run beside core. All others it knows by their types alone. */
const FEATURE_USES = {
  evidence: ['reports'],
  imports: ['bulk'],
  payouts: ['timeline'],
  reconcile: ['bulk', 'payouts'],
  retention: ['webhooks'],
  team: ['handover'],
  timeline: ['webhooks'],
};

/** Whose parts a feature of the page may use, beside the addresses of all (paths.ts). */
const PAGE_USES = {
  'address-book': ['virtual-accounts'],
  approvals: ['unresolved'],
  'bank-accounts': ['sandbox', 'timeline'],
  bulk: ['virtual-accounts'],
  customers: [
    'bank-accounts',
    'imports',
    'onboarding',
    'other-records',
    'payouts',
    'sandbox',
    'virtual-accounts',
  ],
  'deposit-sheets': ['virtual-accounts'],
  imports: ['bulk', 'changes'],
  onboarding: ['customers'],
  'other-records': ['timeline'],
  payouts: ['sandbox', 'timeline'],
  overview: ['onboarding', 'payouts', 'sandbox'],
  reconcile: ['payouts'],
  reports: ['payouts', 'settings'],
  settings: ['deposit-sheets', 'overview'],
  timeline: ['customers', 'payouts', 'webhooks'],
  unresolved: ['virtual-accounts'],
  'virtual-accounts': [
    'address-book',
    'deposit-sheets',
    'imports',
    'onboarding',
    'payouts',
    'sandbox',
  ],
  webhooks: ['imports'],
};

/** Unit tests live beside the code; tests may import anything. */
const TESTS = '\\.test\\.tsx?$';

/** From one folder of src, only the named folders of src may be reached. */
function reachesOnly(name, from, allowed, comment) {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: `^src/${from}/`, pathNot: TESTS },
    to: { path: `^src/(?!(?:${[from, ...allowed].join('|')})/)` },
  };
}

const coreRules = CORE_FLOORS.flatMap((modules, floor) => {
  const below = CORE_FLOORS.slice(0, floor).flat();
  return modules.map((module) => ({
    name: `core-${module}-reaches-only-below`,
    comment:
      `src/main/core/${module} may import ${below.length === 0 ? 'no other module' : below.join(', ')} of main. ` +
      'Pass what it needs as an argument from the composition root.',
    severity: 'error',
    from: { path: `^src/main/core/${module}/`, pathNot: TESTS },
    to: { path: `^src/main/(?!core/(?:${[module, ...below].join('|')})/)` },
  }));
});

const featureRules = [
  {
    name: 'features-stand-on-core',
    comment: 'A feature of main is handed what else it needs: it knows neither console nor hosts.',
    severity: 'error',
    from: { path: '^src/main/features/', pathNot: TESTS },
    to: { path: '^src/main/(?!core/|features/)' },
  },
  {
    name: 'features-run-nothing-of-others',
    comment:
      'A feature knows another one by its types; what it uses is handed over by the console. ' +
      'FEATURE_USES of .dependency-cruiser.cjs says who builds on whom.',
    severity: 'error',
    from: {
      path: '^src/main/features/([^/]+)/',
      pathNot: [TESTS, ...Object.keys(FEATURE_USES).map((name) => `^src/main/features/${name}/`)],
    },
    to: {
      path: '^src/main/features/',
      pathNot: '^src/main/features/$1/',
      dependencyTypesNot: ['type-only'],
    },
  },
  ...Object.entries(FEATURE_USES).map(([feature, used]) => ({
    name: `feature-${feature}-runs-only-what-it-stands-on`,
    comment: `src/main/features/${feature} builds on ${used.join(', ')} alone.`,
    severity: 'error',
    // What its tests share is of them.
    from: {
      path: `^src/main/features/${feature}/`,
      pathNot: [TESTS, `^src/main/features/${feature}/testing/`],
    },
    to: {
      path: '^src/main/features/',
      pathNot: `^src/main/features/(?:${[feature, ...used].join('|')})/`,
      dependencyTypesNot: ['type-only'],
    },
  })),
];

/** Of the features of the page, these may reach only such files as `allowed`. */
const pageRule = (name, from, pathNot, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: `^src/renderer/${from}`, pathNot: [TESTS, ...pathNot] },
  to: {
    path: '^src/renderer/features/',
    ...(allowed.length > 0 && {
      pathNot: allowed.map((one) => `^src/renderer/features/${one}`),
    }),
  },
});

const pageRules = [
  pageRule(
    'frame-knows-features-by-its-list',
    'app/',
    ['^src/renderer/app/(?:features|opening|admission)\\.tsx?$'],
    [],
    'The frame reads what it needs of a feature from its manifest, by src/renderer/app/features.ts.',
  ),
  pageRule(
    'list-knows-manifests-alone',
    'app/features\\.ts$',
    [],
    ['[^/]+/(?:feature\\.tsx|paths\\.ts)$'],
    'src/renderer/app/features.ts lists manifests, and nothing else of a feature.',
  ),
  pageRule(
    'first-reads-bring-no-screen',
    'app/(?:opening|admission)\\.ts$',
    [],
    ['[^/]+/paths\\.ts$', 'customers/first-view\\.ts$', 'overview/period\\.ts$'],
    'What is read before the page is there knows of its first screen what that is asked with.',
  ),
  pageRule(
    'parts-know-no-feature',
    '(?:components|stores|format|texts)/',
    [],
    ['[^/]+/(?:paths|texts)\\.ts$'],
    'What several features share knows them by their addresses and texts alone.',
  ),
  pageRule(
    'page-features-stand-alone',
    'features/([^/]+)/',
    Object.keys(PAGE_USES).map((name) => `^src/renderer/features/${name}/`),
    ['$1/', '[^/]+/paths\\.ts$'],
    'A feature of the page links to others. PAGE_USES of .dependency-cruiser.cjs says who uses parts of whom.',
  ),
  ...Object.entries(PAGE_USES).map(([name, used]) =>
    pageRule(
      `page-feature-${name}-uses-only-what-is-listed`,
      `features/${name}/`,
      [],
      [`(?:${[name, ...used].join('|')})/(?!feature\\.tsx$)`, '[^/]+/paths\\.ts$'],
      `src/renderer/features/${name} uses parts of ${used.join(', ')} alone.`,
    ),
  ),
];

module.exports = {
  forbidden: [
    reachesOnly(
      'contract-imports-nothing-of-ours',
      'contract',
      [],
      'The service contract is plain data and stands alone.',
    ),
    reachesOnly(
      'platform-imports-contract-alone',
      'platform',
      ['contract'],
      'The platform is what sandbox and main both stand on: it knows neither.',
    ),
    reachesOnly(
      'team-log-imports-platform-alone',
      'team-log',
      ['platform'],
      "A team's log is read and judged by consoles and relays alike: it knows neither.",
    ),
    {
      name: 'programs-use-no-test-support',
      comment: 'What tests share stands in folders called testing: no program carries it.',
      severity: 'error',
      from: { path: '^src/', pathNot: [TESTS, '/testing/'] },
      to: { path: '/testing/' },
    },
    {
      name: 'relay-stands-on-the-receiver',
      comment:
        'A relay takes deliveries as a console does, makes its key and cleans its log lines as one, and knows ' +
        'nothing else of main.',
      severity: 'error',
      from: { path: '^src/relay/', pathNot: TESTS },
      to: {
        path:
          '^src/(?!(?:relay|team-log|platform|contract)/|main/(?:core/(?:audit/signing|foundation/(?:log|secrets/known-secrets))[.]ts$|' +
          'features/webhooks/(?:(?:receiver|signature-checks)/|inbox/types[.]ts$)))',
      },
    },
    reachesOnly(
      'bridge-imports-contract-alone',
      'bridge',
      ['contract'],
      'The bridge is plain data: it knows the contract and nothing else.',
    ),
    reachesOnly(
      'sandbox-imports-contract-and-platform-alone',
      'sandbox',
      ['contract', 'platform'],
      'The sandbox is the service itself: neither main nor the console may leak into it.',
    ),
    reachesOnly(
      'preload-imports-bridge-and-contract-alone',
      'preload',
      ['bridge', 'contract'],
      'The preload hands the port to the page; nothing else.',
    ),
    reachesOnly(
      'renderer-imports-bridge-and-contract-alone',
      'renderer',
      ['bridge', 'contract'],
      'The page asks main through src/bridge and never imports main or the sandbox.',
    ),
    {
      name: 'main-imports-no-page',
      comment:
        'Main tells and answers through src/bridge; it never imports the page or the preload.',
      severity: 'error',
      from: { path: '^src/main/', pathNot: TESTS },
      to: { path: '^src/(?!(?:main|contract|bridge|sandbox|platform|team-log)/)' },
    },
    {
      name: 'only-console-imports-sandbox',
      comment: 'src/main/console starts the built-in sandbox; everything else speaks HTTP to it.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/(?:sandbox|main/console)/', TESTS] },
      to: { path: '^src/sandbox/' },
    },
    ...coreRules,
    ...featureRules,
    ...pageRules,
    {
      name: 'bridge-knows-core-alone',
      comment: 'The router is handed what the features implement.',
      severity: 'error',
      from: { path: '^src/main/bridge/', pathNot: TESTS },
      to: { path: '^src/main/(?!bridge/|core/)' },
    },
    {
      name: 'approvals-name-no-write',
      comment:
        'Each feature offers its own writes (offerWrite): approvals and sending again know none by name.',
      severity: 'error',
      from: {
        path: '^src/main/features/(?:approvals/|unresolved/send-again[.]ts$)',
        pathNot: TESTS,
      },
      to: {
        path: '^src/(?:main/features/(?:customers|virtual-accounts|webhooks)/|contract/(?:customer|virtual-account|webhook)[.]ts$)',
      },
    },
    {
      name: 'features-are-listed-once',
      comment: 'A feature is opened by the list in src/main/console/features.ts and nowhere else.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/main/console/features[.]ts$', TESTS] },
      to: {
        path: '^src/main/features/[^/]+/feature[.]ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'console-knows-no-host',
      comment: 'The console is served by hosts and knows none of them.',
      severity: 'error',
      from: { path: '^src/main/console/', pathNot: TESTS },
      to: { path: '^src/main/hosts/' },
    },
    {
      name: 'main-modules-are-known',
      comment: 'A file of main is in core (CORE_FLOORS), features, bridge, console or hosts.',
      severity: 'error',
      from: {
        path: '^src/main/',
        pathNot: `^src/main/(?:core/(?:${CORE.join('|')})|features/[^/]+|bridge|console|hosts)/`,
      },
      to: {},
    },
    {
      name: 'electron-only-in-its-host',
      comment: 'Only src/main/hosts/electron (and the preload) import electron.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/(?:main/hosts/electron|preload)/', TESTS] },
      to: { path: '(?:^|/)(?:node_modules/)?electron(?:/|$)', dependencyTypesNot: ['local'] },
    },
    {
      name: 'postgres-only-in-team-log',
      comment: 'Everybody else asks the team log (src/team-log), which says what errors mean.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/team-log/', TESTS] },
      to: { path: '(?:^|/)node_modules/postgres/' },
    },
    {
      name: 'hosts-never-reach-electron-host',
      comment: 'The browser host and the command lines run where there is no Electron.',
      severity: 'error',
      from: { path: '^src/main/hosts/(?!electron/)', pathNot: TESTS },
      to: { path: '^src/main/hosts/electron/' },
    },
    {
      name: 'no-node-in-plain-layers',
      comment: 'Contract, bridge, preload and renderer run without Node.',
      severity: 'error',
      from: { path: '^src/(?:contract|bridge|preload|renderer)/', pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'src-never-imports-tests',
      comment: 'Code that ships never imports code that tests.',
      severity: 'error',
      from: { path: '^src/', pathNot: TESTS },
      to: { path: ['^tests/', TESTS] },
    },
    {
      name: 'no-circular',
      comment: 'Cut the circle: move what both need into a file below them.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      comment: 'The import leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Type-only imports count: a layer must not know another one's types either.
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.d.ts'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
  },
};
