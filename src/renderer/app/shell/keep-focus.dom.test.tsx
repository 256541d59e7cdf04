/** The focus of what went, or can't have it for a while, is not left to nobody. */
import { Button } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, it } from 'vitest';
import { Link, useLocation } from 'wouter';
import { PageHeader } from '../../components/page-header.tsx';
import { showPage } from '../testing/show-page.tsx';
import { keepFocus } from './keep-focus.ts';

function Places({ isSaving = false, rows = 2 }: { isSaving?: boolean; rows?: number }) {
  useEffect(() => keepFocus(document), []);
  const [location] = useLocation();
  if (location === '/new') return <PageHeader title="New customer" />;
  return (
    <>
      <PageHeader title="Customers" />
      <Link href="/new">Create</Link>
      <Button loading={isSaving}>Save</Button>
      {rows > 0 && (
        <ul aria-label="Faults">
          {rows > 1 && (
            <li>
              <Button>Clear</Button>
            </li>
          )}
        </ul>
      )}
    </>
  );
}

it('the name of the next screen takes it from a link that goes with its own', async () => {
  showPage(<Places />, {});
  const link = await screen.findByRole('link', { name: 'Create' });
  link.focus();
  link.click();
  const title = await screen.findByRole('heading', { name: 'New customer' });
  await waitFor(() => expect(document.activeElement).toBe(title));
});

it('a button has it again once what it asked for is done', async () => {
  const { show, button } = showPage(<Places />, {});
  const save = await button('Save');
  save.focus();
  // As a browser does by itself when it is disabled.
  save.blur();
  show(<Places isSaving />);
  expect(document.activeElement).toBe(document.body);
  show(<Places />);
  await waitFor(() => expect(document.activeElement).toBe(save));
});

it('a button has it again though a file was fetched by a link meanwhile', async () => {
  const { show, button } = showPage(<Places />, {});
  const save = await button('Save');
  save.focus();
  save.blur();
  show(<Places isSaving />);
  const link = document.createElement('a');
  link.addEventListener('click', (event) => event.preventDefault());
  document.body.append(link);
  link.click();
  link.remove();
  show(<Places />);
  await waitFor(() => expect(document.activeElement).toBe(save));
});

function Sending({ state }: { state: 'none' | 'sending' | 'unknown' }) {
  useEffect(() => keepFocus(document), []);
  return (
    <form>
      {state === 'unknown' && <div role="alert">Outcome unknown</div>}
      <Button loading={state === 'sending'} disabled={state === 'unknown'}>
        Send
      </Button>
    </form>
  );
}

it('what is said of a button that may not be pressed again takes it', async () => {
  const { show, button } = showPage(<Sending state="none" />, {});
  const send = await button('Send');
  send.focus();
  send.blur();
  show(<Sending state="sending" />);
  show(<Sending state="unknown" />);
  const alert = await screen.findByRole('alert');
  await waitFor(() => expect(document.activeElement).toBe(alert));
});

it('what a row stood in has it after the row is gone, and else the name of the screen', async () => {
  const { show, button } = showPage(<Places />, {});
  (await button('Clear')).focus();
  show(<Places rows={1} />);
  const list = await screen.findByRole('list', { name: 'Faults' });
  await waitFor(() => expect(document.activeElement).toBe(list));
  show(<Places rows={0} />);
  const title = await screen.findByRole('heading', { name: 'Customers' });
  await waitFor(() => expect(document.activeElement).toBe(title));
});
