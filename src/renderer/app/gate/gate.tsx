/** What stands before the first screen: the connection to main, then the vault. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { useStore } from 'zustand';
import { ReadFailure } from '../../components/read-failure.tsx';
import { frameTexts } from '../../texts/frame.ts';
import { useBridge } from '../bridge/bridge-context.ts';
import { FreshLinkScreen } from './fresh-link-screen.tsx';
import classes from './gate.module.css';
import { useBlankWhileLocked } from './use-lock.ts';

const VaultScreen = lazy(async () => ({
  default: (await import('./vault-screen.tsx')).VaultScreen,
}));

export function Gate({ children }: { children: ReactNode }) {
  const { queries, status } = useBridge();
  const bridge = useStore(status, (current) => current.state);
  const vault = useQuery(queries.vault.status.queryOptions());
  // Which profile is open decides what the frame holds; without it the screen would be made twice.
  const connection = useQuery(queries.connection.get.queryOptions());

  const isBlank = useBlankWhileLocked(vault.data?.state === 'locked');

  if (vault.data === undefined) {
    if (bridge === 'refused') return <FreshLinkScreen isOtherEngine={false} />;
    if (vault.isError && bridge === 'connected') return <NotRead of={vault} />;
    return <Opening />;
  }
  if (vault.data.state === 'unlocked') {
    if (isBlank) return <Opening />;
    if (connection.data !== undefined) return children;
    return connection.isError ? <NotRead of={connection} /> : <Opening />;
  }
  return (
    <Suspense fallback={<Opening />}>
      <VaultScreen status={vault.data} />
    </Suspense>
  );
}

function NotRead({ of }: { of: Pick<UseQueryResult, 'error' | 'refetch'> }) {
  return (
    <main className={classes['page']}>
      <h1 className="visually-hidden">{frameTexts.gate.failed}</h1>
      <ReadFailure query={of} />
    </main>
  );
}

function Opening() {
  return (
    <main className={classes['page']}>
      <p className={classes['late']} role="status">
        {frameTexts.gate.opening}
      </p>
    </main>
  );
}
