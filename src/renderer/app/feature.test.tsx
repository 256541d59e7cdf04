import { Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { screenFile } from './feature.tsx';

const bringing = (times: { count: number }) =>
  screenFile(async () => {
    times.count += 1;
    return ({ id }: { id: string }) => <p>Customer {id}</p>;
  });

it('waits for a file that is not there, behind what stands in for it', () => {
  const { Screen } = bringing({ count: 0 });
  const html = renderToString(
    <Suspense fallback={<p>Loading</p>}>
      <Screen id="customer_1" />
    </Suspense>,
  );
  expect(html).toContain('Loading');
  expect(html).not.toContain('customer_1');
});

it('renders a file that has come at once, and brings it only once', async () => {
  const times = { count: 0 };
  const { Screen, load } = bringing(times);
  await load();
  await load();
  expect(renderToString(<Screen id="customer_1" />)).toContain('customer_1');
  expect(times.count).toBe(1);
});

it('tells who loads it that it could not come, and tries again the next time', async () => {
  let isReachable = false;
  const { Screen, load } = screenFile(async () => {
    if (!isReachable) throw new Error('gone');
    return () => <p>Here</p>;
  });
  await expect(load()).rejects.toThrow('gone');
  isReachable = true;
  await load();
  expect(renderToString(<Screen />)).toContain('Here');
});
