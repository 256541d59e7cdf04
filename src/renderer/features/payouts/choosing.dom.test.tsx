/** A person says in which unit an amount stands. */
import { expect, it } from 'vitest';
import { showPage } from '../../app/testing/show-page.tsx';
import { ChooseFieldDialog } from './choose-field-dialog.tsx';
import { payoutDetailTexts } from './texts.ts';

const { choose: texts } = payoutDetailTexts;
const nothing = () => undefined;

it('keeps decimals as they are typed, and saves none that are no whole number', async () => {
  const pointer = '/amount';
  const { choose, field, enter, press, button, asked } = showPage(
    <ChooseFieldDialog notion="amountIn" onNotion={nothing} onClose={nothing} />,
    {
      payouts: {
        candidates: () => ({ candidates: [{ pointer, samples: ['7'], count: 1 }], of: 1 }),
        fieldChoices: () => [{ notion: 'amountIn', pointer, decimals: null }],
      },
    },
  );
  await choose(texts.unit.label, 'minor');
  await enter(texts.unit.decimals, '1.5');
  expect((await field(texts.unit.decimals)).value).toBe('1.5');
  expect(await button(texts.action)).toHaveProperty('disabled', true);
  await enter(texts.unit.decimals, '15');
  await press(texts.action);
  expect(asked('payouts.chooseField')).toMatchObject([{ pointer, decimals: 15 }]);
});
