import { Button, type ButtonProps } from '@mantine/core';
import type { MainDocument } from './use-document.ts';

export interface DocumentButtonProps extends ButtonProps {
  document: Pick<MainDocument<undefined>, 'open' | 'isOpening'>;
  title?: string;
}

/** Opens a document of main's own (use-document.ts). */
export const DocumentButton = ({ document, ...button }: DocumentButtonProps) => (
  <Button loading={document.isOpening} onClick={() => document.open(undefined)} {...button} />
);
