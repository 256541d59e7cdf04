/** Which address shows which screen. */
import { Button } from '@mantine/core';
import { Component, type ReactNode, Suspense } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { EmptyState } from '../components/empty-state.tsx';
import { SkeletonTable } from '../components/table/skeleton-table.tsx';
import { frameTexts } from '../texts/frame.ts';
import { home, screenAt } from './features.ts';

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

/** An address that leads nowhere. */
function PageNotFound() {
  const { title, body, action } = frameTexts.pageNotFound;
  return (
    <EmptyState
      level={1}
      title={title}
      body={body}
      action={
        <Button component={Link} href={home}>
          {action}
        </Button>
      }
    />
  );
}

interface ErrorBoundaryProps {
  /** Another value tries again: the address of the screen. */
  place: string;
  children: ReactNode;
}

interface ErrorBoundaryState {
  brokenAt: string | null;
}

/** A screen that broke says so in its place; the frame and the drafts stay. */
class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { brokenAt: null };

  override componentDidCatch(): void {
    this.setState({ brokenAt: this.props.place });
  }

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { brokenAt: '' };
  }

  override render(): ReactNode {
    const { brokenAt } = this.state;
    if (brokenAt === null || (brokenAt !== '' && brokenAt !== this.props.place)) {
      return this.props.children;
    }
    const { title, body, action } = frameTexts.broken;
    return (
      <EmptyState
        level={1}
        title={title}
        body={body}
        action={<Button onClick={() => this.setState({ brokenAt: null })}>{action}</Button>}
      />
    );
  }
}
