import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkImports, isSound } from '../support/check-imports.ts';
import { root } from '../support/run-command.ts';
import { plantTree } from './fixture.ts';

interface Planted {
  readonly rule: string;
  /** The file that breaks the rule. */
  readonly from: string;
  /** What it imports, from its own folder or by name. */
  readonly to: string;
  readonly statement?: string;
}

/** Each module of core and one that it must not reach: one above it, or a sibling. */
const coreBreaches: Readonly<Record<string, readonly string[]>> = {
  foundation: ['core/records', 'console'],
  service: ['core/vault', 'core/intents'],
  vault: ['core/profiles', 'console'],
  profiles: ['core/service'],
  records: ['core/audit', 'features/customers'],
  audit: ['core/records'],
  annotations: ['core/audit', 'core/creates'],
  exports: ['core/records', 'features/list-exports'],
  pdf: ['core/exports', 'features/list-exports'],
  repair: ['core/audit', 'console'],
  intents: ['core/creates'],
  backup: ['core/intents', 'console'],
  creates: ['core/feature', 'bridge'],
  feature: ['features/customers', 'console'],
};

/** Features of the page and one whose parts they must not use. */
const pageBreaches: Readonly<Record<string, string>> = {
  'address-book': 'timeline',
  approvals: 'timeline',
  'bank-accounts': 'changes',
  bulk: 'timeline',
  customers: 'timeline',
  'deposit-sheets': 'timeline',
  imports: 'timeline',
  onboarding: 'timeline',
  overview: 'timeline',
  'other-records': 'changes',
  payouts: 'changes',
  reconcile: 'timeline',
  reports: 'timeline',
  settings: 'timeline',
  timeline: 'bulk',
  unresolved: 'timeline',
  'virtual-accounts': 'timeline',
  webhooks: 'timeline',
};

const breaches: readonly Planted[] = [
  { rule: 'contract-imports-nothing-of-ours', from: 'src/contract/a.ts', to: '../bridge/ok.ts' },
  { rule: 'platform-imports-contract-alone', from: 'src/platform/a.ts', to: '../bridge/ok.ts' },
  {
    rule: 'platform-imports-contract-alone',
    from: 'src/platform/b.ts',
    to: '../main/core/vault/ok.ts',
  },
  { rule: 'team-log-imports-platform-alone', from: 'src/team-log/a.ts', to: '../contract/ok.ts' },
  {
    rule: 'team-log-imports-platform-alone',
    from: 'src/team-log/b.ts',
    to: '../main/core/audit/ok.ts',
  },
  {
    rule: 'programs-use-no-test-support',
    from: 'src/main/features/webhooks/used-test-support.ts',
    to: './testing/ok.ts',
  },
  {
    rule: 'relay-stands-on-the-receiver',
    from: 'src/relay/a.ts',
    to: '../main/features/webhooks/inbox/ok.ts',
  },
  { rule: 'relay-stands-on-the-receiver', from: 'src/relay/b.ts', to: '../bridge/ok.ts' },
  { rule: 'main-imports-no-page', from: 'src/main/console/relay.ts', to: '../../relay/ok.ts' },
  { rule: 'bridge-imports-contract-alone', from: 'src/bridge/a.ts', to: '../sandbox/ok.ts' },
  {
    rule: 'bridge-imports-contract-alone',
    from: 'src/bridge/b.ts',
    to: '../main/core/records/ok.ts',
  },
  {
    rule: 'sandbox-imports-contract-and-platform-alone',
    from: 'src/sandbox/a.ts',
    to: '../bridge/ok.ts',
  },
  {
    rule: 'sandbox-imports-contract-and-platform-alone',
    from: 'src/sandbox/b.ts',
    to: '../main/core/vault/ok.ts',
  },
  {
    rule: 'preload-imports-bridge-and-contract-alone',
    from: 'src/preload/a.ts',
    to: '../main/bridge/ok.ts',
  },
  {
    rule: 'renderer-imports-bridge-and-contract-alone',
    from: 'src/renderer/a.tsx',
    to: '../main/core/records/ok.ts',
    statement: "import type { ok } from '../main/core/records/ok.ts'; export type A = typeof ok;",
  },
  {
    rule: 'renderer-imports-bridge-and-contract-alone',
    from: 'src/renderer/features/b.tsx',
    to: '../../sandbox/ok.ts',
    statement: "export const a = () => import('../../sandbox/ok.ts');",
  },
  { rule: 'main-imports-no-page', from: 'src/main/console/page.ts', to: '../../renderer/ok.tsx' },
  { rule: 'main-imports-no-page', from: 'src/main/hosts/page.ts', to: '../../preload/ok.ts' },
  {
    rule: 'only-console-imports-sandbox',
    from: 'src/main/core/creates/sandbox.ts',
    to: '../../../sandbox/ok.ts',
  },
  {
    rule: 'only-console-imports-sandbox',
    from: 'src/main/hosts/cli/sandbox.ts',
    to: '../../../sandbox/ok.ts',
  },
  ...Object.entries(coreBreaches).flatMap(([module, others]) =>
    others.map((other) => ({
      rule: `core-${module}-reaches-only-below`,
      from: `src/main/core/${module}/to-${other.replace('/', '-')}.ts`,
      to: `../../${other}/ok.ts`,
    })),
  ),
  {
    rule: 'features-stand-on-core',
    from: 'src/main/features/bulk/up.ts',
    to: '../../console/ok.ts',
  },
  {
    rule: 'features-run-nothing-of-others',
    from: 'src/main/features/bulk/aside.ts',
    to: '../timeline/ok.ts',
  },
  {
    rule: 'feature-team-runs-only-what-it-stands-on',
    from: 'src/main/features/team/aside.ts',
    to: '../bulk/ok.ts',
  },
  {
    rule: 'feature-timeline-runs-only-what-it-stands-on',
    from: 'src/main/features/timeline/aside.ts',
    to: '../bulk/ok.ts',
  },
  {
    rule: 'feature-evidence-runs-only-what-it-stands-on',
    from: 'src/main/features/evidence/aside.ts',
    to: '../bulk/ok.ts',
  },
  {
    rule: 'feature-imports-runs-only-what-it-stands-on',
    from: 'src/main/features/imports/aside.ts',
    to: '../timeline/ok.ts',
  },
  {
    rule: 'feature-payouts-runs-only-what-it-stands-on',
    from: 'src/main/features/payouts/aside.ts',
    to: '../bulk/ok.ts',
  },
  {
    rule: 'feature-reconcile-runs-only-what-it-stands-on',
    from: 'src/main/features/reconcile/aside.ts',
    to: '../timeline/ok.ts',
  },
  {
    rule: 'feature-retention-runs-only-what-it-stands-on',
    from: 'src/main/features/retention/aside.ts',
    to: '../timeline/ok.ts',
  },
  {
    rule: 'feature-team-runs-only-what-it-stands-on',
    from: 'src/main/features/team/aside-timeline.ts',
    to: '../timeline/ok.ts',
  },
  {
    rule: 'frame-knows-features-by-its-list',
    from: 'src/renderer/app/shell/rail.tsx',
    to: '../../features/bulk/feature.tsx',
  },
  {
    rule: 'list-knows-manifests-alone',
    from: 'src/renderer/app/features.ts',
    to: '../features/bulk/ok.ts',
  },
  {
    rule: 'first-reads-bring-no-screen',
    from: 'src/renderer/app/opening.ts',
    to: '../features/bulk/feature.tsx',
  },
  {
    rule: 'first-reads-bring-no-screen',
    from: 'src/renderer/app/admission.ts',
    to: '../features/bulk/feature.tsx',
  },
  {
    rule: 'parts-know-no-feature',
    from: 'src/renderer/components/a.ts',
    to: '../features/bulk/ok.ts',
  },
  {
    rule: 'page-features-stand-alone',
    from: 'src/renderer/features/changes/aside.ts',
    to: '../timeline/ok.ts',
  },
  {
    rule: 'page-feature-imports-uses-only-what-is-listed',
    from: 'src/renderer/features/imports/manifest.ts',
    to: '../bulk/feature.tsx',
  },
  ...Object.entries(pageBreaches).map(([feature, other]) => ({
    rule: `page-feature-${feature}-uses-only-what-is-listed`,
    from: `src/renderer/features/${feature}/aside.ts`,
    to: `../${other}/ok.ts`,
  })),
  {
    rule: 'bridge-knows-core-alone',
    from: 'src/main/bridge/up.ts',
    to: '../features/webhooks/ok.ts',
  },
  {
    rule: 'approvals-name-no-write',
    from: 'src/main/features/approvals/a.ts',
    to: '../customers/ok.ts',
    statement: "import type * as other from '../customers/ok.ts'; export type A = typeof other;",
  },
  {
    rule: 'approvals-name-no-write',
    from: 'src/main/features/unresolved/send-again.ts',
    to: '../webhooks/ok.ts',
  },
  {
    rule: 'features-are-listed-once',
    from: 'src/main/console/aside.ts',
    to: '../features/bulk/feature.ts',
  },
  { rule: 'console-knows-no-host', from: 'src/main/console/up.ts', to: '../hosts/ok.ts' },
  { rule: 'main-modules-are-known', from: 'src/main/attic/a.ts', to: '../core/records/ok.ts' },
  { rule: 'main-modules-are-known', from: 'src/main/core/attic/a.ts', to: '../records/ok.ts' },
  { rule: 'main-modules-are-known', from: 'src/main/loose.ts', to: './core/records/ok.ts' },
  { rule: 'electron-only-in-its-host', from: 'src/main/console/electron.ts', to: 'electron' },
  { rule: 'electron-only-in-its-host', from: 'src/main/hosts/browser/e.ts', to: 'electron/main' },
  { rule: 'electron-only-in-its-host', from: 'src/renderer/electron.ts', to: 'electron' },
  { rule: 'postgres-only-in-team-log', from: 'src/main/console/p.ts', to: 'postgres' },
  {
    rule: 'hosts-never-reach-electron-host',
    from: 'src/main/hosts/browser/h.ts',
    to: '../electron/ok.ts',
  },
  { rule: 'no-node-in-plain-layers', from: 'src/contract/fs.ts', to: 'node:fs' },
  { rule: 'no-node-in-plain-layers', from: 'src/renderer/fs.tsx', to: 'node:fs' },
  {
    rule: 'src-never-imports-tests',
    from: 'src/main/console/t.ts',
    to: '../../../tests/support/ok.ts',
  },
  { rule: 'src-never-imports-tests', from: 'src/main/console/u.ts', to: './ok.test.ts' },
  { rule: 'no-circular', from: 'src/contract/circle-1.ts', to: './circle-2.ts' },
  { rule: 'no-unresolvable', from: 'src/contract/nowhere.ts', to: './nowhere-at-all.ts' },
  { rule: 'no-unresolvable', from: 'src/contract/package.ts', to: 'no-such-package' },
];

const OK = 'export const ok = 1;';
const importing = (...targets: readonly string[]) =>
  [...targets.map((to, index) => `import * as i${index} from '${to}';`), OK].join('\n');

/** Imports that are allowed, at every level; none of them may be named. */
const allowed: Readonly<Record<string, string>> = {
  'src/contract/ok.ts': importing('zod'),
  // The other half of the circle; a circle is named once.
  'src/contract/circle-2.ts': importing('./circle-1.ts'),
  'src/bridge/ok.ts': importing('../contract/ok.ts', '@orpc/contract'),
  'src/sandbox/ok.ts': importing(
    '../contract/ok.ts',
    '../platform/ok.ts',
    'node:http',
    'jose',
    'better-sqlite3-multiple-ciphers',
  ),
  'src/preload/ok.ts': importing('../bridge/ok.ts', '../contract/ok.ts', 'electron'),
  'src/renderer/ok.tsx': importing(
    '../bridge/ok.ts',
    '../contract/ok.ts',
    'react',
    'react-dom/client',
  ),
  'src/renderer/app/ok.ts': importing('./features.ts'),
  'src/renderer/components/ok.ts': importing('../features/bulk/paths.ts'),
  'src/renderer/features/bulk/paths.ts': OK,
  'src/renderer/features/bulk/feature.tsx': importing('./ok.ts', './paths.ts'),
  'src/renderer/features/bulk/ok.ts': OK,
  'src/renderer/features/timeline/ok.ts': importing('../bulk/paths.ts', '../webhooks/ok.ts'),
  'src/renderer/features/webhooks/ok.ts': OK,
  'src/renderer/features/changes/ok.ts': importing('../bulk/paths.ts'),
  'src/platform/ok.ts': importing('../contract/ok.ts', 'node:crypto'),
  'src/relay/ok.ts': importing(
    '../team-log/ok.ts',
    '../main/features/webhooks/receiver/ok.ts',
    '../main/features/webhooks/inbox/types.ts',
    '../main/core/audit/signing.ts',
  ),
  'src/main/features/webhooks/receiver/ok.ts': OK,
  'src/main/features/webhooks/inbox/types.ts': OK,
  'src/main/features/webhooks/inbox/ok.ts': OK,
  'src/main/core/audit/signing.ts': OK,
  'src/team-log/ok.ts': importing('../platform/ok.ts', 'node:tls', 'postgres'),
  'src/main/core/foundation/ok.ts': importing(
    '../../../platform/ok.ts',
    '../../../contract/ok.ts',
    'node:crypto',
  ),
  'src/main/core/service/ok.ts': importing(
    '../foundation/ok.ts',
    '../../../contract/ok.ts',
    'ofetch',
  ),
  'src/main/core/vault/ok.ts': importing('../foundation/ok.ts', 'keytar', 'jose'),
  'src/main/core/profiles/ok.ts': importing('../foundation/ok.ts', '../../../bridge/ok.ts'),
  'src/main/core/records/ok.ts': importing('../foundation/ok.ts', 'kysely'),
  'src/main/core/audit/ok.ts': importing('../foundation/ok.ts'),
  'src/main/core/annotations/ok.ts': importing('../foundation/ok.ts'),
  'src/main/core/exports/ok.ts': importing('../foundation/ok.ts'),
  'src/main/core/intents/ok.ts': importing(
    '../records/ok.ts',
    '../audit/ok.ts',
    '../foundation/ok.ts',
  ),
  'src/main/core/creates/ok.ts': importing('../intents/ok.ts', '../service/ok.ts'),
  'src/main/core/feature/ok.ts': importing('../creates/ok.ts', '../../../bridge/ok.ts'),
  'src/main/features/customers/ok.ts': importing('../../core/feature/ok.ts'),
  'src/main/features/webhooks/testing/ok.ts': OK,
  'src/main/features/webhooks/ok.ts': importing('../../core/intents/ok.ts'),
  'src/main/features/timeline/ok.ts': importing('../webhooks/ok.ts', '../../core/records/ok.ts'),
  'src/main/features/list-exports/ok.ts': importing('../../core/exports/ok.ts'),
  'src/main/features/bulk/ok.ts': `import type * as other from '../timeline/ok.ts'; export type A = typeof other;\n${OK}`,
  'src/main/bridge/ok.ts': importing('../core/feature/ok.ts', '../../bridge/ok.ts'),
  'src/main/features/bulk/feature.ts': importing('../../core/feature/ok.ts'),
  'src/main/console/features.ts': importing('../features/bulk/feature.ts'),
  'src/main/console/ok.ts': importing(
    '../bridge/ok.ts',
    '../../sandbox/ok.ts',
    '../core/records/ok.ts',
    '../../team-log/ok.ts',
  ),
  'src/main/console/ok.test.ts': importing('./ok.ts', '../../../tests/support/ok.ts', 'vitest'),
  'src/main/hosts/ok.ts': OK,
  'src/main/hosts/electron/ok.ts': importing('../../console/ok.ts', 'electron'),
  'src/main/hosts/browser/ok.ts': importing('../../console/ok.ts', 'zod', 'ws'),
  'src/main/hosts/cli/ok.ts': importing('../browser/ok.ts', 'node:child_process'),
  'tests/support/ok.ts': importing('../../src/main/console/ok.ts', '../../src/sandbox/ok.ts'),
};

const planted = Object.fromEntries(
  breaches.map(({ from, to, statement }) => [from, statement ?? importing(to)]),
);

test('every forbidden import is named by its rule, and no allowed one is', async () => {
  const tree = plantTree({ ...allowed, ...planted }, ['package.json']);
  const report = await checkImports(tree);

  const seen = new Set(report.breaches.map(({ rule, from }) => `${rule}: ${from}`));
  const missed = breaches.filter(({ rule, from }) => !seen.has(`${rule}: ${from}`));
  expect(missed).toEqual([]);
  expect(report.breaches.filter(({ from }) => from in allowed)).toEqual([]);
  expect(report.breaches.filter(({ comment }) => comment === '')).toEqual([]);
  expect(report.unseen).toEqual([]);
  expect(report.seen).toBe(Object.keys({ ...allowed, ...planted }).length);
});

test('every rule has a breach on purpose', () => {
  const config = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs'));
  const rules: string[] = config.forbidden.map((rule: { name: string }) => rule.name);
  const broken = new Set(breaches.map(({ rule }) => rule));
  expect(rules.filter((rule) => !broken.has(rule))).toEqual([]);
});

test('a file that is not read is reported, and nothing read is not sound', async () => {
  const tree = plantTree({ 'src/contract/a.ts': OK, 'tests/b.ts': OK }, ['package.json']);
  const partial = await checkImports(tree, ['tests']);
  expect(partial).toMatchObject({ seen: 1, unseen: ['src/contract/a.ts'] });
  expect(isSound(partial)).toBe(false);
  expect(isSound(await checkImports(tree))).toBe(true);
  expect(isSound({ breaches: [], seen: 0, unseen: [] })).toBe(false);
});
