/** Takes a file: dropped onto it, or chosen with the button in it. */
import { Button, Progress } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { bulkTexts } from '../../features/bulk/texts.ts';
import { formatBytes } from '../../format/bytes.ts';
import { Failed } from '../failure-notice.tsx';
import { Notice } from '../notice.tsx';
import classes from './file-drop.module.css';
import type { UsedUpload } from './use-upload.ts';

const texts = bulkTexts.start;

export interface FileDropProps extends UsedUpload {
  /** What is dropped here. */
  words: string;
  /** Which files are taken, in words. */
  limits: string;
  /** What their names end in. */
  endings: readonly string[];
  /** Title of a failure. */
  failed: string;
}

export function FileDrop({ failed, ...props }: FileDropProps) {
  const { upload } = props;
  return (
    <>
      <DropPlace {...props} />
      {upload.state === 'problem' && (
        <div className={classes['news']}>
          <Notice tone="red" role="alert">
            {upload.sentence}
          </Notice>
        </div>
      )}
      {upload.state === 'failed' && (
        <div className={classes['news']}>
          <Failed title={failed} error={upload.error} />
        </div>
      )}
    </>
  );
}

function DropPlace(props: Omit<FileDropProps, 'failed'>) {
  const { upload, take, cancel, words, limits, endings } = props;
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  useNoDropElsewhere();
  const over = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return;
    // Without this the page would open the file in its own place.
    event.preventDefault();
    setIsOver(true);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    if (upload.state !== 'sending') take([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one of two ways; the button inside is the other
    <div
      className={classes['drop']}
      data-over={isOver}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <IconFileSpreadsheet size={28} stroke={1.4} aria-hidden className={classes['dropIcon']} />
      {upload.state === 'sending' ? (
        <div className={classes['sending']}>
          <span role="status">{texts.sending(upload.name, formatBytes(upload.bytes))}</span>
          <Progress
            value={(upload.received / upload.bytes) * 100}
            aria-label={texts.sending(upload.name, formatBytes(upload.bytes))}
          />
          <Button variant="default" onClick={cancel}>
            {texts.cancel}
          </Button>
        </div>
      ) : (
        <>
          <p>{isOver ? texts.dropNow : words}</p>
          <Button aria-describedby={hintId} onClick={() => input.current?.click()}>
            {texts.choose}
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            tabIndex={-1}
            aria-label={texts.chooseLabel}
            accept={endings.join(',')}
            onChange={(event) => {
              take([...(event.currentTarget.files ?? [])]);
              // The same file again, once it was corrected, is a change too.
              event.currentTarget.value = '';
            }}
          />
        </>
      )}
      <p id={hintId} className="dimmed">
        {limits}
      </p>
    </div>
  );
}

/** A file that misses its place would be opened by the browser, and the page with all in it be gone. */
function useNoDropElsewhere(): void {
  useEffect(() => {
    const keep = (event: Event): void => event.preventDefault();
    for (const name of ['dragover', 'drop']) window.addEventListener(name, keep);
    return () => {
      for (const name of ['dragover', 'drop']) window.removeEventListener(name, keep);
    };
  }, []);
}
