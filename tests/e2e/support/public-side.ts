import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { freePort } from '../../tunnels/support/free-port.ts';
import { type Sshd, startSshd } from '../../tunnels/support/sshd.ts';
import { publicCertificate, startTlsProxy } from '../../tunnels/support/tls-proxy.ts';
import { test as base } from './fixtures.ts';
import { type HostedService, startHostedService } from './hosted-service.ts';
import { Screens } from './pages/screens.ts';
import { confirmDocument } from './secret-document.ts';

/** The way in from outside: nginx ends TLS and passes on to the port that sshd binds for the console. */
export interface PublicSide {
  readonly origin: string;
  readonly certificateFile: string;
  readonly remotePort: number;
  readonly sshd: Sshd;
}

export interface PublicSideFixtures {
  publicSide: PublicSide;
}

/**
 * A console and a service that both take the public side's certificate for a public one, as if an
 * authority had signed it. Attempts to deliver come a hundred times as fast.
 */
export const test = base.extend<PublicSideFixtures>({
  publicSide: async ({ folder }, use) => {
    const at = async (name: string): Promise<string> => {
      const path = join(folder, name);
      await mkdir(path, { recursive: true });
      return path;
    };
    const certificate = publicCertificate();
    const certificateFile = join(folder, 'public.pem');
    await writeFile(certificateFile, certificate.cert);
    const remotePort = await freePort();
    const settings = ['ClientAliveInterval 1', 'ClientAliveCountMax 1'];
    const sshd = await startSshd({ directory: await at('sshd'), settings });
    const directory = await at('nginx');
    const proxy = await startTlsProxy({ directory, upstreamPort: remotePort, certificate });
    await use({ origin: proxy.origin, certificateFile, remotePort, sshd });
    await proxy.stop();
    await sshd.stop();
  },

  environment: async ({ publicSide }, use) => {
    await use({
      NODE_EXTRA_CA_CERTS: publicSide.certificateFile,
      // nginx listens on loopback, which is no public address.
      CAUSEWAY_ALLOW_PRIVATE_TUNNELS: '1',
    });
  },

  service: async ({ publicSide }, use) => {
    const trust = ['--trust-ca', publicSide.certificateFile, '--allow-private-deliveries'];
    const service = await startHostedService([...trust, '--time-scale', '100']);
    await use(service);
    await service.stop();
  },
});

/** Sets the SSH tunnel up on its form and waits for its proof. */
export async function openSshTunnel(page: Page, publicSide: PublicSide): Promise<void> {
  const { webhooks } = new Screens(page);
  const { sshd, remotePort, origin } = publicSide;
  await webhooks.go('Tunnels');
  const form = page.getByRole('form', { name: 'Add tunnel' });
  // The screen is made anew once the profile before has been left, and a form that was open is gone.
  await expect(async () => {
    if (!(await form.isVisible())) {
      await page.getByRole('button', { name: 'Add tunnel', exact: true }).click();
    }
    await form.getByRole('radio', { name: 'SSH' }).check({ timeout: 3_000 });
  }).toPass();
  const entries = {
    Name: 'Gateway',
    Host: '127.0.0.1',
    Port: String(sshd.port),
    User: sshd.user,
    'Listening host': 'localhost',
    'Listening port': String(remotePort),
    'Public URL': origin,
  };
  await form.getByLabel('Sign in with').selectOption('Key file');
  for (const [label, value] of Object.entries(entries)) {
    await form.getByRole('textbox', { name: label, exact: true }).fill(value);
  }
  const add = () => form.getByRole('button', { name: 'Add and open tunnel' }).click();
  await confirmDocument(page, add, 'Add and open tunnel');
  const trust = () => page.getByRole('button', { name: 'Trust host key: Gateway' }).click();
  await confirmDocument(page, trust, 'Trust host key');
  const choose = () => page.getByRole('button', { name: 'Set key file: Gateway' }).click();
  const chosen = { 'Key file path': sshd.keyFile };
  await confirmDocument(page, choose, 'Use key file', chosen);
  await expect(webhooks.tunnel('Gateway')).toContainText(/Check passed/);
}

/** Makes an event at the service; its id. */
export async function makeEvent(service: HostedService, name: string): Promise<string> {
  const { event } = (await service.control('POST', '/events', { name })) as {
    readonly event: { readonly id: string };
  };
  return event.id;
}

/** What anybody on the internet can do: a POST to the public side. Gives the status of the answer. */
export async function postFromOutside(
  { origin, certificateFile }: PublicSide,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<number> {
  const ca = await readFile(certificateFile);
  return await new Promise((done, fail) => {
    const post = request(`${origin}${path}`, { method: 'POST', headers, ca }, (answer) => {
      answer.resume();
      done(answer.statusCode ?? 0);
    });
    post.once('error', fail);
    post.end(body);
  });
}
