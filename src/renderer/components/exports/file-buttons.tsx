/** Makes a file to keep, says how far it is, and hands it over once it is there. */
import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ExportFile } from '../../../bridge/exports.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { percentMade } from '../../format/bytes.ts';
import { fileTexts as texts } from '../../texts/exports.ts';
import { Failed } from '../failure-notice.tsx';
import { StatusMark } from '../status-mark.tsx';
import classes from './file-buttons.module.css';
import { FileDone } from './file-done.tsx';

export type FileFormat = keyof typeof texts.formats;

export interface FileButtonsProps<Format extends FileFormat> {
  /** What the buttons do: "Download result". */
  action: string;
  formats: readonly Format[];
  /** Where there is little room: one button, with the formats below it. */
  isShort?: boolean;
  /** Begins the making; the bridge tells of the rest by the id. */
  make: (format: Format) => Promise<ExportFile>;
}

export function FileButtons<Format extends FileFormat>({
  action,
  formats,
  isShort = false,
  make,
}: FileButtonsProps<Format>) {
  const { queries } = useBridge();
  const start = useMutation({ mutationFn: make });
  const id = start.data?.id ?? '';
  const followed = useQuery({
    ...queries.exports.get.queryOptions({ input: { id } }),
    enabled: id !== '',
  });
  const file = followed.data ?? start.data;
  const error = start.error ?? followed.error;
  const isBusy = start.isPending || file?.status === 'running';
  return (
    <div className={classes['files']}>
      <div className={classes['buttons']}>
        {isShort ? (
          <Menu position="bottom-start">
            <Menu.Target>
              <Button
                variant="default"
                leftSection={<IconDownload size={15} aria-hidden />}
                rightSection={<IconChevronDown size={14} aria-hidden />}
                loading={isBusy}
              >
                {action}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {formats.map((format) => (
                <Menu.Item key={format} onClick={() => start.mutate(format)}>
                  {texts.action(action, texts.formats[format])}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        ) : (
          formats.map((format) => (
            <Button
              key={format}
              variant="default"
              leftSection={<IconDownload size={15} aria-hidden />}
              loading={isBusy && start.variables === format}
              disabled={isBusy && start.variables !== format}
              onClick={() => start.mutate(format)}
            >
              {texts.action(action, texts.formats[format])}
            </Button>
          ))
        )}
        {file?.status === 'running' && <Making file={file} />}
      </div>
      <div role="status" className={classes['outcome']}>
        {file !== undefined && <FileOutcome file={file} />}
      </div>
      <Failed title={texts.failed} error={error} />
    </div>
  );
}

function Making({ file }: { file: ExportFile }) {
  const { queries } = useBridge();
  const cancel = useMutation(queries.exports.cancel.mutationOptions());
  const about = useQuery(queries.connection.about.queryOptions());
  return (
    <span className={classes['making']}>
      {texts.making(percentMade(file))}
      {/* The desktop app writes it where a person chose, whatever is shown. */}
      {about.data?.host === 'browser' && <span className="dimmed">{texts.stay}</span>}
      <Button
        variant="subtle"
        size="compact-xs"
        loading={cancel.isPending}
        aria-label={texts.cancelFile(file.fileName)}
        onClick={() => cancel.mutate({ id: file.id })}
      >
        {texts.cancel}
      </Button>
    </span>
  );
}

export function FileOutcome({ file }: { file: ExportFile }) {
  switch (file.status) {
    case 'running':
      return null;
    case 'cancelled':
      return (
        <StatusMark tone="grey" wraps>
          {file.sentence ?? texts.cancelled}
        </StatusMark>
      );
    case 'failed':
      return (
        <StatusMark tone="red" wraps>
          {file.sentence ?? texts.failed}
        </StatusMark>
      );
    case 'done':
      return <FileDone file={file} />;
  }
}
