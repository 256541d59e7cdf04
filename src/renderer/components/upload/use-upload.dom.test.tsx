/** A file that is handed over, as a person sees it. */
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from '../../app/testing/show-page.tsx';
import { bulkTexts } from '../../features/bulk/texts.ts';
import { FileDrop } from './file-drop.tsx';
import { type UploadOrder, useUpload } from './use-upload.ts';

const texts = bulkTexts.start;

function Start({ upload }: Pick<UploadOrder<object, object>, 'upload'>) {
  const used = useUpload({ upload, about: {}, problemOf: () => null, onDraft: () => undefined });
  return <FileDrop {...used} words="Drop" limits="" endings={['.csv']} failed="" />;
}

it('one that is given up while a piece is on its way leads back to the choice of a file', async () => {
  const piece = Promise.withResolvers<{ received: number }>();
  const upload = {
    begin: async () => ({ uploadId: 'u' }),
    append: () => piece.promise,
    finish: async () => ({}),
  };
  const { user, press, field, button } = showPage(<Start upload={upload} />, {});
  await user.upload(await field(texts.chooseLabel), new File(['a,b'], 'a.csv'));
  await press(texts.cancel);
  await act(async () => piece.resolve({ received: 3 }));
  await button(texts.choose);
  expect(screen.queryByRole('progressbar')).toBeNull();
});
