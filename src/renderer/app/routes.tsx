/** Which address shows which screen. */
import { Suspense } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { SkeletonTable } from '../components/table/skeleton-table.tsx';
import { addressBookPaths } from '../features/address-book/paths.ts';
import { bankAccountPaths } from '../features/bank-accounts/paths.ts';
import { bulkPaths } from '../features/bulk/paths.ts';
import { changePaths } from '../features/changes/paths.ts';
import { CustomersScreen } from '../features/customers/customers-screen.tsx';
import { customerPaths } from '../features/customers/paths.ts';
import { importPaths } from '../features/imports/paths.ts';
import { onboardingPaths } from '../features/onboarding/paths.ts';
import { settingsPaths } from '../features/settings/paths.ts';
import { timelinePaths } from '../features/timeline/paths.ts';
import { unresolvedPaths } from '../features/unresolved/paths.ts';
import { virtualAccountPaths } from '../features/virtual-accounts/paths.ts';
import { webhookPaths } from '../features/webhooks/paths.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { PageNotFound } from './page-not-found.tsx';
import { screens } from './screens.ts';

/** A part of an address as it was meant; null where there is none or it is no encoding of anything. */
function decodedPart(part: string | undefined): string | null {
  if (part === undefined) return null;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function Routes() {
  const [location] = useLocation();
  return (
    <ErrorBoundary place={location}>
      <Screens />
    </ErrorBoundary>
  );
}

function Screens() {
  return (
    <Suspense fallback={<SkeletonTable />}>
      <Switch>
        <Route path="/">
          <Redirect to={customerPaths.root} replace />
        </Route>
        <Route path={customerPaths.new} component={screens.newCustomer.Screen} />
        <Route path={`${onboardingPaths.root}/:part?`}>
          {({ part }) => <screens.onboarding.Screen part={part ?? null} />}
        </Route>
        <Route path={`${importPaths.root}/:part?`}>
          {({ part }) => <screens.imports.Screen part={part ?? null} />}
        </Route>
        <Route path={`${customerPaths.root}/:id?`}>
          {({ id }) => <CustomersScreen selectedId={id ?? null} />}
        </Route>
        <Route path={virtualAccountPaths.new} component={screens.newVirtualAccount.Screen} />
        <Route path={`${addressBookPaths.root}/:place?`}>
          {({ place }) => <screens.addressBook.Screen place={place ?? null} />}
        </Route>
        <Route path={`${virtualAccountPaths.root}/:id?`}>
          {({ id }) => <screens.virtualAccounts.Screen selectedId={id ?? null} />}
        </Route>
        <Route path={`${bankAccountPaths.root}/:id?`}>
          {({ id }) => <screens.bankAccounts.Screen selectedId={id ?? null} />}
        </Route>
        <Route path={`${changePaths.root}/:part?`}>
          {({ part }) => <screens.changes.Screen part={part ?? null} />}
        </Route>
        <Route path={`${bulkPaths.root}/*?`}>
          {({ '*': rest }) => <screens.bulk.Screen rest={rest ?? ''} />}
        </Route>
        <Route path={`${webhookPaths.root}/:part?/:id?`}>
          {({ part, id }) => <screens.webhooks.Screen part={part ?? null} id={id ?? null} />}
        </Route>
        <Route path={`${timelinePaths.root}/:id?`}>
          {({ id }) => <screens.timeline.Screen eventId={decodedPart(id)} />}
        </Route>
        <Route path={`${unresolvedPaths.root}/:first?/:second?`}>
          {({ first, second }) => (
            <screens.unresolved.Screen first={first ?? null} second={second ?? null} />
          )}
        </Route>
        <Route path={`${settingsPaths.root}/:section?`}>
          {({ section }) => <screens.settings.Screen section={section ?? null} />}
        </Route>
        <Route component={PageNotFound} />
      </Switch>
    </Suspense>
  );
}
