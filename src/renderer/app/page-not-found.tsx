/** An address that leads nowhere. */
import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { EmptyState } from '../components/empty-state.tsx';
import { customerPaths } from '../features/customers/paths.ts';
import { frameTexts } from '../texts/frame.ts';

export function PageNotFound() {
  const { title, body, action } = frameTexts.pageNotFound;
  return (
    <EmptyState
      level={1}
      title={title}
      body={body}
      action={
        <Button component={Link} href={customerPaths.root}>
          {action}
        </Button>
      }
    />
  );
}
