/** An address that leads nowhere. */
import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { EmptyState } from '../components/empty-state.tsx';
import { frameTexts } from '../texts/frame.ts';
import { home } from './features.ts';

export function PageNotFound() {
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
