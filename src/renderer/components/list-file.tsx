/** The list as it is filtered, as a file. */
import type { ListedAs } from '../../bridge/list-exports.ts';
import { useBridge } from '../app/bridge/bridge-context.ts';
import { listFileTexts } from '../features/imports/texts.ts';
import { FileButtons } from './exports/file-buttons.tsx';

export function ListFile({ listed }: { listed: ListedAs }) {
  const { bridge } = useBridge();
  return (
    <FileButtons
      action={listFileTexts.export}
      formats={['csv', 'xlsx']}
      isShort
      make={(format) => bridge.listExports.export({ listed, format })}
    />
  );
}
