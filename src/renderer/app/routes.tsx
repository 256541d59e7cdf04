/** Which address shows which screen. */
import { Suspense } from 'react';
import { Redirect, useLocation } from 'wouter';
import { SkeletonTable } from '../components/table/skeleton-table.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { home, screenAt } from './features.ts';
import { PageNotFound } from './page-not-found.tsx';

export function Routes() {
  const [location] = useLocation();
  return (
    <ErrorBoundary place={location}>
      <Suspense fallback={<SkeletonTable />}>
        {location === '/' ? (
          <Redirect to={home} replace />
        ) : (
          (screenAt(location) ?? <PageNotFound />)
        )}
      </Suspense>
    </ErrorBoundary>
  );
}
