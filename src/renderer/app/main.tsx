/** Where the page is rendered, with what has been opened meanwhile (opening.ts). */
import '@mantine/core/styles.css';
import './fonts.css';
import './global.css';
import './veil/veil.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { tipFile } from '../components/tip.tsx';
import { WritingFormsContext } from '../components/writing-forms.ts';
import { afterPaint } from './after-paint.ts';
import { holdsItsPage } from './bridge/admit.ts';
import { BridgeContext } from './bridge/bridge-context.ts';
import { EnvironmentContext } from './environment/environment-context.ts';
import {
  beginSomewhere,
  features,
  loadFirstScreen,
  loadOtherScreens,
  writesToService,
} from './features.ts';
import { FreshLinkScreen } from './gate/fresh-link-screen.tsx';
import { Gate } from './gate/gate.tsx';
import { hashHref, useHashLocation } from './hash-location.ts';
import { helpFile } from './help/help-button.tsx';
import { publishNonce, readNonce } from './nonce.ts';
import { type Opening, opening } from './opening.ts';
import { paletteFile } from './palette/palette-button.tsx';
import { ProfileScope } from './profile-scope.tsx';
import { Routes } from './routes.tsx';
import { asOfFile } from './shell/rail.tsx';
import { Shell } from './shell/shell.tsx';
import { theme } from './theme.ts';

/** The other screens come when the first has been on the screen for a while, in milliseconds. */
const otherScreensAfter = 1_500;

/** Asked for by a press or a pointer, at which the program may be away. */
const filesOfFrame = [tipFile, asOfFile, paletteFile, helpFile];

/** In milliseconds. */
const longestWaitForTypeface = 1_000;

async function start(): Promise<void> {
  const nonce = readNonce(document);
  publishNonce(window, nonce);
  const host = document.getElementById('root');
  if (host === null) throw new Error('The page has no root.');
  const root = createRoot(host);

  // The screen's file comes while the session is opened.
  const [opened] = await Promise.all([opening, loadFirstScreen(location.hash), typeface()]);
  if (opened !== null) {
    beginSomewhere(window);
    opened.access.readAgain(features.map(({ areas }) => areas));
  }
  root.render(
    <MantineProvider
      theme={theme}
      // They are in the styles (electron.vite.config.ts).
      withCssVariables={false}
      withGlobalClasses={false}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      {opened === null ? (
        <FreshLinkScreen isOtherEngine={!holdsItsPage(navigator)} />
      ) : (
        <App {...opened} />
      )}
    </MantineProvider>,
  );
  // That of addresses and hashes, ahead of what has any.
  afterPaint(
    window,
    () => void document.fonts.load('13px "JetBrains Mono"').catch(() => undefined),
  );
  if (opened !== null) setTimeout(() => void loadOtherScreens(filesOfFrame), otherScreensAfter);
}

/** Until the typeface of the frame is there, so that nothing moves; without it the page uses the system's. */
async function typeface(): Promise<void> {
  const frame = document.fonts.load('14px Inter').catch(() => undefined);
  await Promise.race([frame, new Promise((done) => setTimeout(done, longestWaitForTypeface))]);
}

/** Everything that screens stand in: bridge, reads, addresses, and the gate before them. */
function App({ access, queryClient, environment }: Opening) {
  return (
    <EnvironmentContext value={environment}>
      <BridgeContext value={access}>
        <QueryClientProvider client={queryClient}>
          <Router hook={useHashLocation} hrefs={hashHref}>
            <Gate>
              <ProfileScope>
                <WritingFormsContext value={writesToService}>
                  <Shell>
                    <Routes />
                  </Shell>
                </WritingFormsContext>
              </ProfileScope>
            </Gate>
          </Router>
        </QueryClientProvider>
      </BridgeContext>
    </EnvironmentContext>
  );
}

void start();
