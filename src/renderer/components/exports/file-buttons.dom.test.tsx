/** What is said while a file is made. */
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { ExportFile } from '../../../bridge/exports.ts';
import { showPage } from '../../app/testing/show-page.tsx';
import { fileTexts as texts } from '../../texts/exports.ts';
import { FileButtons } from './file-buttons.tsx';

const file: ExportFile = {
  id: 'a',
  status: 'running',
  done: 1,
  total: 4,
  fileName: 'a.zip',
  path: null,
  savedTo: null,
  sentence: null,
};

it.each([
  ['browser', 1],
  ['electron', 0],
] as const)(
  'asks a person to stay only where the page fetches the file: %s',
  async (host, said) => {
    showPage(<FileButtons action="Make" formats={['zip']} make={() => Promise.resolve(file)} />, {
      exports: { get: () => file },
      connection: { about: () => ({ host }) },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Make (ZIP)' }));
    await screen.findByText(texts.making(25));
    if (said === 1) await screen.findByText(texts.stay);
    expect(screen.queryAllByText(texts.stay)).toHaveLength(said);
  },
);
