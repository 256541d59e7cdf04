import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Tip } from './tip.tsx';

it('makes nothing beside a button that is not pointed at', () => {
  const html = renderToString(
    <Tip label="Copy">
      <button type="button">C</button>
    </Tip>,
  );
  expect(html).toBe('<button type="button">C</button>');
});
