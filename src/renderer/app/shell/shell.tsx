/** The frame: environment band, rail, notices, and the screen. */
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { frameTexts } from '../../texts/frame.ts';
import { windowTitle } from '../features.ts';
import { AsOfBand } from './as-of-band.tsx';
import { EnvironmentBand } from './environment-band.tsx';
import { FrameNotices } from './frame-notices.tsx';
import { holdHeightWhilePressed } from './hold-height.ts';
import { Rail } from './rail.tsx';
import classes from './shell.module.css';
import { useConnection } from './use-connection.ts';

export function Shell({ children }: { children: ReactNode }) {
  const connection = useConnection();
  const profileId = connection?.profileId ?? null;
  useScreenTitle();

  return (
    <div className={classes['shell']}>
      <button type="button" className={classes['skip']} onClick={skipToContent}>
        {frameTexts.skip}
      </button>
      <EnvironmentBand connection={connection} />
      <div className={classes['columns']}>
        <Rail connection={connection} />
        <main id="content" tabIndex={-1} className={classes['content']}>
          <AsOfBand />
          <HeldHeight>
            <FrameNotices key={profileId ?? 'none'} connection={connection} />
          </HeldHeight>
          {/* Another profile is another world: nothing of a screen's state goes along. */}
          <div className={classes['screen']} key={profileId ?? 'none'}>
            {children}
          </div>
        </main>
      </div>
    </div>
  );
}

/** A button and not a link: the address's fragment holds the screen. */
function skipToContent(): void {
  document.getElementById('content')?.focus();
}

/** A new screen is named by the window's title. */
function useScreenTitle(): void {
  const [location] = useLocation();
  const title = windowTitle(location);
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Lines over a screen, which do not move it while a pointer is pressed (hold-height.ts). */
function HeldHeight({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current === null) return;
    return holdHeightWhilePressed(window, box.current, { after });
  }, []);
  return (
    <div ref={box} className={classes['notices']}>
      {children}
    </div>
  );
}

function after(task: () => void, milliseconds: number): () => void {
  const timer = setTimeout(task, milliseconds);
  return () => clearTimeout(timer);
}
