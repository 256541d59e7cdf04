/** A screen that broke says so in its place; the frame and the drafts stay. */
import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { EmptyState } from '../components/empty-state.tsx';
import { frameTexts } from '../texts/frame.ts';

export interface ErrorBoundaryProps {
  /** Another value tries again: the address of the screen. */
  place: string;
  children: ReactNode;
}

interface ErrorBoundaryState {
  brokenAt: string | null;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
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
