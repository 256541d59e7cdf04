import { expect, it } from 'vitest';
import { columnsFor } from '../../components/table/columns.ts';
import { webhookColumns } from './webhook-columns.tsx';

it.each([370, 508, 560, 640, 720, 1_400])(
  'a list %i px wide says what its signatures came to',
  (width) => {
    expect(columnsFor(webhookColumns, width).map(({ key }) => key)).toContain('verdicts');
  },
);
