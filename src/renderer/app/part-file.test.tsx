import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { partFile } from './feature.tsx';

const ofCustomer = () =>
  partFile(async () => ({ id }: { id: string }) => <p>Customer {id}</p>);

it('stands behind what is there before it, with nothing to wait for', () => {
  const { Part } = ofCustomer();
  const html = renderToString(<Part id="customer_1" before={<p>Loading</p>} />);
  expect(html).toContain('Loading');
  expect(html).not.toContain('customer_1');
});

it('is rendered at once where its file has come', async () => {
  const { Part, load } = ofCustomer();
  await load();
  const html = renderToString(<Part id="customer_1" before={<p>Loading</p>} />);
  expect(html).toContain('customer_1');
  expect(html).not.toContain('Loading');
});
