/** What is there: ids, JSON or a table, typed, pasted or from a file. */
import { Button, Group, NativeSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import { allSeen } from '../../components/outside-text.tsx';
import { type ImportValues, noText, textOf } from './import-values.ts';
import classes from './imports.module.css';
import { importTexts as texts } from './texts.ts';

export interface ImportFormProps {
  values: ImportValues;
  onChange: (patch: Partial<ImportValues>) => void;
  isBusy: boolean;
  onPreview: () => void;
}

const forms = ['ids', 'json', 'csv'] as const;
const kinds = ['customer', 'virtualAccount', 'webhook'] as const;

export function ImportForm({ values, isBusy, onPreview, ...props }: ImportFormProps) {
  const { form } = values;
  /** Name of a file of which nothing could be read; null once something else was given. */
  const [unreadable, setUnreadable] = useState<string | null>(null);
  const onChange: ImportFormProps['onChange'] = (patch) => {
    setUnreadable(null);
    props.onChange(patch);
  };
  return (
    <>
      <div>
        <SegmentedControl
          aria-label={texts.form}
          value={form}
          data={forms.map((value) => ({ value, label: texts.forms[value] }))}
          onChange={(value) =>
            onChange({
              form: forms.find((known) => known === value) ?? 'ids',
              ...noText,
            })
          }
        />
      </div>
      {form === 'csv' && (
        <NativeSelect
          className={classes['narrow'] ?? ''}
          label={texts.csv.kind}
          value={values.kind}
          data={kinds.map((value) => ({ value, label: texts.csv.kinds[value] }))}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            onChange({ kind: kinds.find((known) => known === chosen) ?? 'customer' });
          }}
        />
      )}
      <Textarea
        className={classes['text'] ?? ''}
        label={texts[form].label}
        description={texts[form].help}
        autosize
        minRows={form === 'ids' ? 3 : 8}
        maxRows={20}
        autoComplete="off"
        spellCheck={false}
        value={values.text}
        onChange={(event) => onChange({ text: event.currentTarget.value, fileName: null })}
      />
      {form === 'ids' && (
        <TextInput
          className={classes['narrow'] ?? ''}
          label={texts.ids.customer}
          description={texts.ids.customerHelp}
          spellCheck={false}
          value={values.customerId}
          onChange={(event) => onChange({ customerId: event.currentTarget.value })}
        />
      )}
      <Group gap={8}>
        <Button loading={isBusy} disabled={values.text.trim() === ''} onClick={onPreview}>
          {texts.preview}
        </Button>
        {form !== 'ids' && (
          <ChooseFile form={form} onText={onChange} onUnreadable={setUnreadable} />
        )}
        {values.fileName !== null && (
          <span role="status" className={`dimmed ${classes['fileName']}`}>
            {allSeen(texts.fromFile(values.fileName))}
          </span>
        )}
      </Group>
      {unreadable !== null && (
        <Notice tone="red" role="alert">
          {allSeen(texts.unreadable(unreadable))}
        </Notice>
      )}
    </>
  );
}

interface ChooseFileProps {
  form: 'json' | 'csv';
  onText: (given: Pick<ImportValues, 'text' | 'fileName'>) => void;
  onUnreadable: (fileName: string) => void;
}

function ChooseFile({ form, onText, onUnreadable }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="default" onClick={() => input.current?.click()}>
        {texts.file}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        aria-label={texts.fileLabel}
        accept={form === 'json' ? '.json,application/json' : '.csv,text/csv'}
        onChange={async (event) => {
          const { currentTarget } = event;
          const file = currentTarget.files?.[0];
          // The same file again, once it was corrected, is a change too.
          currentTarget.value = '';
          if (file === undefined) return;
          const bytes = await file.arrayBuffer().catch(() => null);
          if (bytes === null) onUnreadable(file.name);
          else onText({ text: textOf(bytes), fileName: file.name });
        }}
      />
    </>
  );
}
