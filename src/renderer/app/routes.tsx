/** Which address shows which screen. */
import { Suspense } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { SkeletonTable } from '../components/table/skeleton-table.tsx';
import { CustomersScreen } from '../features/customers/customers-screen.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { PageNotFound } from './page-not-found.tsx';
import { paths } from './paths.ts';
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
          <Redirect to={paths.customers} replace />
        </Route>
        <Route path={paths.newCustomer} component={screens.newCustomer.Screen} />
        <Route path={`${paths.onboarding}/:part?`}>
          {({ part }) => <screens.onboarding.Screen part={part ?? null} />}
        </Route>
        <Route path={`${paths.imports}/:part?`}>
          {({ part }) => <screens.imports.Screen part={part ?? null} />}
        </Route>
        <Route path={`${paths.customers}/:id?`}>
          {({ id }) => <CustomersScreen selectedId={id ?? null} />}
        </Route>
        <Route path={paths.newVirtualAccount} component={screens.newVirtualAccount.Screen} />
        <Route path={`${paths.addressBook}/:place?`}>
          {({ place }) => <screens.addressBook.Screen place={place ?? null} />}
        </Route>
        <Route path={`${paths.virtualAccounts}/:id?`}>
          {({ id }) => <screens.virtualAccounts.Screen selectedId={id ?? null} />}
        </Route>
        <Route path={`${paths.bankAccounts}/:id?`}>
          {({ id }) => <screens.bankAccounts.Screen selectedId={id ?? null} />}
        </Route>
        <Route path={`${paths.changes}/:part?`}>
          {({ part }) => <screens.changes.Screen part={part ?? null} />}
        </Route>
        <Route path={`${paths.bulk}/*?`}>
          {({ '*': rest }) => <screens.bulk.Screen rest={rest ?? ''} />}
        </Route>
        <Route path={`${paths.webhooks}/:part?/:id?`}>
          {({ part, id }) => <screens.webhooks.Screen part={part ?? null} id={id ?? null} />}
        </Route>
        <Route path={`${paths.timeline}/:id?`}>
          {({ id }) => <screens.timeline.Screen eventId={decodedPart(id)} />}
        </Route>
        <Route path={`${paths.unresolved}/:first?/:second?`}>
          {({ first, second }) => (
            <screens.unresolved.Screen first={first ?? null} second={second ?? null} />
          )}
        </Route>
        <Route path={`${paths.settings}/:section?`}>
          {({ section }) => <screens.settings.Screen section={section ?? null} />}
        </Route>
        <Route component={PageNotFound} />
      </Switch>
    </Suspense>
  );
}
