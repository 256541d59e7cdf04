/** Shows what main tells while this page is open: by the browser where it may, else in the frame. */
import { Button, CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import type { ShownNotice } from '../../../bridge/notices.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import type { FrameNotice } from '../../app/feature.tsx';
import { FrameLine } from '../../app/shell/frame-line.tsx';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { useBadgeStore } from '../../stores/badge.ts';
import { stateTexts } from '../../texts/states.ts';
import { addressOfNotice } from './notices-form.ts';

const mostShown = 5;

export function useShownNotices(): readonly FrameNotice[] {
  const { bridge, queries } = useBridge();
  const profileId = useProfileId();
  const [, navigate] = useLocation();
  const [shown, setShown] = useState<readonly ShownNotice[]>([]);
  const waiting = useQuery(queries.notices.waiting.queryOptions());
  const count = waiting.data?.count ?? 0;
  const { mark } = useStore(useBadgeStore());
  const badge = waiting.data?.badge ?? 0;
  useEffect(() => mark(badge), [badge, mark]);
  const readAt = waiting.dataUpdatedAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies: as many may wait after each read as before
  useEffect(() => {
    if (count === 0 || profileId === '') return;
    const take = async () => {
      const { notices, open } = await bridge.notices.take({ profileId });
      const go = (notice: Pick<ShownNotice, 'place'>) => navigate(addressOfNotice(notice.place));
      const left = notices.filter((notice) => !showByBrowser(notice, () => go(notice)));
      if (left.length > 0)
        setShown((before) => [...left.toReversed(), ...before].slice(0, mostShown));
      if (open !== null) go({ place: open });
    };
    // Another profile was selected meanwhile, or the connection is gone, which the frame says.
    take().catch(() => undefined);
  }, [count, readAt, bridge, profileId, navigate]);

  const drop = (id: number) => setShown((before) => before.filter((one) => one.id !== id));
  return shown.map(({ id, title, body, place }) => ({
    key: `notice ${id}`,
    tone: 'amber',
    line: (
      <FrameLine
        tone="amber"
        action={
          <>
            <Button
              variant="default"
              size="compact-xs"
              onClick={() => {
                drop(id);
                navigate(addressOfNotice(place));
              }}
            >
              {stateTexts.open}
            </Button>
            <CloseButton size="sm" aria-label={stateTexts.close} onClick={() => drop(id)} />
          </>
        }
      >
        {title} · {body}
      </FrameLine>
    ),
  }));
}

/** Whether the browser took it. */
function showByBrowser({ title, body }: ShownNotice, onOpen: () => void): boolean {
  if (!('Notification' in window) || Notification.permission !== 'granted') return false;
  try {
    const notice = new Notification(title, { body });
    notice.onclick = () => {
      window.focus();
      notice.close();
      onOpen();
    };
    return true;
  } catch {
    // Some browsers know the name alone.
    return false;
  }
}
