/** Where the page is rendered, with what has been opened meanwhile (opening.ts). */
import '@mantine/core/styles.css';
import './global.css';
import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { holdsItsPage } from './bridge/admit.ts';
import { beginSomewhere, features, loadFirstScreen, loadOtherScreens } from './features.ts';
import { FreshLinkScreen } from './gate/fresh-link-screen.tsx';
import { publishNonce, readNonce } from './nonce.ts';
import { opening } from './opening.ts';
import { cssVariables, theme } from './theme.ts';

/** The other screens come when the first has been on the screen for a while, in milliseconds. */
const otherScreensAfter = 1_500;

async function start(): Promise<void> {
  const nonce = readNonce(document);
  publishNonce(window, nonce);
  const host = document.getElementById('root');
  if (host === null) throw new Error('The page has no root.');
  const root = createRoot(host);

  // The screen's file comes while the session is opened.
  const [opened] = await Promise.all([opening, loadFirstScreen(location.hash)]);
  if (opened !== null) {
    beginSomewhere(window);
    opened.access.readAgain(features.map(({ areas }) => areas));
  }
  root.render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
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
  if (opened !== null) setTimeout(() => void loadOtherScreens(), otherScreensAfter);
}

void start();
