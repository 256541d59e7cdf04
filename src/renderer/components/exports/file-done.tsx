/** A file that is made. The browser host keeps it for one fetch, which the page makes as soon as it can. */
import { Anchor } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ExportFile } from '../../../bridge/exports.ts';
import { fileTexts as texts } from '../../texts/exports.ts';
import { StatusMark } from '../status-mark.tsx';

export function FileDone({ file }: { file: ExportFile }) {
  const link = useRef<HTMLAnchorElement>(null);
  const isFetched = useRef<string | null>(null);
  const { id, path } = file;
  useEffect(() => {
    if (path === null || isFetched.current === id) return;
    isFetched.current = id;
    link.current?.click();
  }, [id, path]);
  if (path !== null) {
    return (
      <>
        <StatusMark tone="green">{texts.ready}</StatusMark>
        <Anchor ref={link} href={path} download={file.fileName} underline="always">
          {texts.download(file.fileName)}
        </Anchor>
      </>
    );
  }
  if (file.savedTo === null) {
    return (
      <StatusMark tone="green" wraps>
        {texts.handedOver(file.fileName)}
      </StatusMark>
    );
  }
  return (
    <>
      <StatusMark tone="green">{texts.savedTo}</StatusMark>
      <span className="mono">{file.savedTo}</span>
    </>
  );
}
