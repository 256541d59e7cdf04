/**
 * Who may import whom (docs/architecture.md). `npm run check` runs these rules through
 * tests/support/check-imports.ts, which also fails when a source file was not seen at all.
 * Each rule has a breach on purpose in tests/rules/import-rules.test.ts.
 */

/** The rooms of main, lowest first. A room may reach every room below, never a sibling. */
const MAIN_FLOORS = [
  ['foundation'],
  ['service', 'vault', 'profiles', 'records', 'audit', 'annotations'],
  ['intents'],
  ['accounts', 'webhooks', 'bank-accounts', 'drift'],
  ['timeline', 'sheets', 'settling', 'imports', 'lists', 'bulk'],
  ['bridge'],
  ['console'],
  ['hosts'],
];
const MAIN_ROOMS = MAIN_FLOORS.flat();

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

const mainRules = MAIN_FLOORS.flatMap((rooms, floor) => {
  const below = MAIN_FLOORS.slice(0, floor).flat();
  return rooms.map((room) => ({
    name: `main-${room}-reaches-only-below`,
    comment:
      `src/main/${room} may import ${below.length === 0 ? 'no other room' : below.join(', ')} of main. ` +
      'Pass what it needs as an argument from the composition root.',
    severity: 'error',
    from: { path: `^src/main/${room}/`, pathNot: TESTS },
    to: { path: `^src/main/(?!(?:${[room, ...below].join('|')})/)` },
  }));
});

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
      to: { path: '^src/(?!(?:main|contract|bridge|sandbox|platform)/)' },
    },
    {
      name: 'only-console-imports-sandbox',
      comment: 'src/main/console starts the built-in sandbox; everything else speaks HTTP to it.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/(?:sandbox|main/console)/', TESTS] },
      to: { path: '^src/sandbox/' },
    },
    ...mainRules,
    {
      name: 'main-rooms-are-known',
      comment: 'A file of main belongs to a room listed in MAIN_FLOORS of .dependency-cruiser.cjs.',
      severity: 'error',
      from: { path: '^src/main/', pathNot: `^src/main/(?:${MAIN_ROOMS.join('|')})/` },
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
