/** Diagnostics: collected when somebody asks, shown whole, then saved as they are shown. */
import { Button, Group, Stack, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DiagnosticsBundle, DiagnosticsPart as Part } from '../../../bridge/diagnostics.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { diagnosticsTexts as texts } from '../../texts/diagnostics.ts';
import { FileOutcome } from '../exports/file-buttons.tsx';
import { Fact, Facts } from '../facts.tsx';
import { Failed } from '../failure-notice.tsx';
import classes from './diagnostics.module.css';
import { type FileValue, labelOf, rowsOf, textOf } from './diagnostics-rows.ts';

interface Shown {
  id: string;
  fileName: string;
  text: string;
}

export function DiagnosticsPart() {
  const { bridge } = useBridge();
  const collect = useMutation({ mutationFn: () => bridge.diagnostics.get() });
  const shown = collect.data;
  return (
    <Stack gap="md">
      <Failed title={texts.failed} error={collect.error} />
      {shown === undefined ? (
        <div>
          <Button loading={collect.isPending} onClick={() => collect.mutate()}>
            {texts.collect}
          </Button>
        </div>
      ) : (
        <>
          <SaveFile key={shown.id} shown={shown}>
            <Button variant="default" loading={collect.isPending} onClick={() => collect.mutate()}>
              {texts.again}
            </Button>
          </SaveFile>
          <Readable bundle={JSON.parse(shown.text) as Bundle} />
          <details className={classes['whole']}>
            <summary>{texts.whole}</summary>
            <pre>{shown.text}</pre>
          </details>
        </>
      )}
    </Stack>
  );
}

function SaveFile({ shown, children }: { shown: Shown; children: ReactNode }) {
  const { bridge, queries } = useBridge();
  const save = useMutation({ mutationFn: () => bridge.diagnostics.save({ id: shown.id }) });
  const id = save.data?.id ?? '';
  const followed = useQuery({
    ...queries.diagnostics.file.queryOptions({ input: { id } }),
    enabled: id !== '',
    // While it is locked, no page hears of updates.
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? 500 : false),
  });
  const file = followed.data ?? save.data;
  const error = save.error ?? followed.error;
  return (
    <Stack gap="xs">
      <p className={classes['file']}>
        {texts.file}: <span className="mono">{shown.fileName}</span>
      </p>
      <Group gap="sm">
        <Button
          leftSection={<IconDownload size={15} aria-hidden />}
          loading={save.isPending || file?.status === 'running'}
          onClick={() => save.mutate()}
        >
          {texts.save}
        </Button>
        {children}
      </Group>
      <div role="status" className={classes['outcome']}>
        {file !== undefined && <FileOutcome file={file} />}
      </div>
      <Failed title={texts.notSaved} error={error} />
    </Stack>
  );
}

const partNames = Object.keys(texts.parts) as Part[];

type Bundle = Readonly<Record<Part, FileValue>> & Pick<DiagnosticsBundle, 'missing'>;

function Readable({ bundle }: { bundle: Bundle }) {
  return (
    <div className={classes['parts']}>
      {partNames.map((name) => {
        const why = bundle.missing.find(({ part }) => part === name)?.why ?? null;
        return (
          <section key={name} aria-label={texts.parts[name]}>
            <Title order={3}>{texts.parts[name]}</Title>
            {why === null ? (
              <Value name={name} value={bundle[name]} />
            ) : (
              <Facts>
                <Fact name={texts.missing}>{texts.gaps[why]}</Fact>
              </Facts>
            )}
          </section>
        );
      })}
    </div>
  );
}

type FileObject = Readonly<Record<string, FileValue>>;

function Value({ name, value }: { name: string; value: FileValue }) {
  if (Array.isArray(value)) return <List name={name} items={value as readonly FileObject[]} />;
  if (value === null || typeof value !== 'object') return null;
  const object = value as FileObject;
  return (
    <>
      <Rows of={object} />
      {Object.entries(object).map(
        ([key, inner]) => Array.isArray(inner) && <Value key={key} name={key} value={inner} />,
      )}
    </>
  );
}

function Rows({ of }: { of: FileObject }) {
  return (
    <Facts>
      {rowsOf(of).map(({ label, text }) => (
        <Fact key={label} name={label}>
          {text}
        </Fact>
      ))}
    </Facts>
  );
}

function List({ name, items }: { name: string; items: readonly FileObject[] }) {
  const [first] = items;
  if (first === undefined) return <p className="dimmed">{texts.none}</p>;
  if (name === 'profiles') {
    return items.map(({ profile, ...rest }) => (
      <section key={String(profile)} className={classes['profile']}>
        <h4>{texts.profile(Number(profile))}</h4>
        <Rows of={rest} />
      </section>
    ));
  }
  const keys = Object.keys(first);
  return (
    <div className={classes['scroll']}>
      <table className={classes['table']}>
        <thead>
          <tr>
            {keys.map((key) => (
              <th key={key} scope="col">
                {labelOf(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is never changed in place.
            <tr key={at}>
              {keys.map((key) => (
                <td key={key}>{cellOf(key, item[key] ?? null)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function cellOf(key: string, value: FileValue): string {
  if (value === null) return '–';
  if (typeof value === 'object') return JSON.stringify(value);
  return key === 'profile' ? texts.profile(Number(value)) : textOf(key, value);
}
