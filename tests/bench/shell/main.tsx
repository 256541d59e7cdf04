/** The peer of the page: Mantine's shell with one button and nothing behind it. */
import { AppShell, Button, MantineProvider } from '@mantine/core';
import '@mantine/core/styles.css';
import { createRoot } from 'react-dom/client';
import { publishNonce, readNonce } from '../../../src/renderer/app/nonce.ts';

const nonce = readNonce(document);
publishNonce(window, nonce);
const host = document.getElementById('root');
if (host === null) throw new Error('The page has no root.');
createRoot(host).render(
  <MantineProvider defaultColorScheme="auto" getStyleNonce={() => nonce}>
    <AppShell navbar={{ width: 220, breakpoint: 'sm' }}>
      <AppShell.Navbar>
        <Button variant="subtle">Customers</Button>
      </AppShell.Navbar>
      <AppShell.Main>
        <h2>Nothing</h2>
      </AppShell.Main>
    </AppShell>
  </MantineProvider>,
);
