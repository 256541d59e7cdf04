/** Opens links to records: those from outside that main holds, and those that the palette was given. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import type { ConnectionView } from '../../../bridge/connection.ts';
import { linkTexts } from '../../texts/links.ts';
import { useBridge } from '../bridge/bridge-context.ts';
import classes from '../shell/shell.module.css';
import { placeOfLink } from './link-places.ts';
import { useLinkStore } from './link-store.ts';
import { resolveProfile } from './resolve-profile.ts';

const LinkDialog = lazy(async () => ({
  default: (await import('./link-dialog.tsx')).LinkDialog,
}));

export function LinkOpener({ connection }: { connection: ConnectionView }) {
  const { bridge, queries } = useBridge();
  const [, navigate] = useLocation();
  const { asked, copied, ask } = useStore(useLinkStore());
  const waiting = useQuery(queries.links.waiting.queryOptions());
  const isWaiting = waiting.data?.isWaiting === true;
  const readAt = waiting.dataUpdatedAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another may wait after each read
  useEffect(() => {
    if (!isWaiting) return;
    bridge.links.take().then(
      (taken) => {
        if (taken.isWaiting) ask(taken.link);
      },
      // The connection is gone, which the frame says; it waits on.
      () => undefined,
    );
  }, [isWaiting, readAt, bridge, ask]);

  const profiles = useQuery({
    ...queries.profiles.list.queryOptions(),
    enabled: asked != null,
  }).data;
  const place = asked == null ? null : placeOfLink(asked);
  const meant =
    asked == null || profiles === undefined
      ? null
      : resolveProfile(asked, profiles, connection.profileId);
  const goesOn = meant?.is === 'open' && place !== null;
  // Once another profile was switched to too: the frame has gone to its list before.
  useEffect(() => {
    if (!goesOn || place === null) return;
    ask(undefined);
    navigate(place);
  }, [goesOn, place, ask, navigate]);

  return (
    <>
      {asked !== undefined && !goesOn && (asked === null || meant !== null) && (
        <Suspense fallback={null}>
          <LinkDialog
            {...{ asked, place, meant }}
            shown={connection.profileName}
            onClose={() => ask(undefined)}
          />
        </Suspense>
      )}
      <p role="status" className={classes['told']} hidden={copied === null}>
        {copied === 'copied' && linkTexts.copied}
        {copied === 'failed' && linkTexts.notCopied}
      </p>
    </>
  );
}
