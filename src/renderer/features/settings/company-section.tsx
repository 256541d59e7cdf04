/** The letterhead of deposit sheets: name, address, paper and logo. */
import {
  Button,
  FileButton,
  Group,
  SegmentedControl,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { CompanyView } from '../../../bridge/deposit-sheets.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { DetailStates } from '../../components/detail-states.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { openDocument } from '../../components/secret-entry/use-document.ts';
import { Section } from '../../components/section.tsx';
import { useUnsaved } from '../../components/use-unsaved.ts';
import { depositSheetTexts, companyTexts as texts } from '../deposit-sheets/texts.ts';
import {
  addressLinesOf,
  base64Of,
  companyProblems,
  companyValues,
  FileProblem,
  unchangedSince,
} from './company-form.ts';
import { SaveActions } from './save-actions.tsx';
import classes from './settings.module.css';

const papers = ['a4', 'letter'] as const;

export function CompanySection() {
  const { queries } = useBridge();
  const client = useQueryClient();
  const company = useQuery(queries.depositSheets.company.get.queryOptions());
  const onChanged = (changed: CompanyView): void => {
    client.setQueryData(queries.depositSheets.company.get.queryKey(), changed);
  };
  return (
    <DetailStates query={company} failed={texts.failed}>
      {(shown) => (
        <>
          <Section title={texts.title} lead={texts.lead}>
            <CompanyForm company={shown} onSaved={onChanged} />
          </Section>
          <Section title={texts.logo} lead={texts.logoHelp}>
            <CompanyLogo logo={shown.logo} onChanged={onChanged} />
          </Section>
        </>
      )}
    </DetailStates>
  );
}

interface CompanyFormProps {
  company: CompanyView;
  onSaved: (company: CompanyView) => void;
}

function CompanyForm({ company, onSaved }: CompanyFormProps) {
  const { queries } = useBridge();
  const paperLabel = useId();
  const shown = JSON.stringify([company.name, company.addressLines]);
  /** What was kept when a person was asked last: as long as it is, nothing came of that. */
  const [askedOver, setAskedOver] = useState<string | null>(null);
  const isAsked = askedOver === shown;
  const form = useForm({
    mode: 'controlled',
    initialValues: companyValues(company),
    validateInputOnBlur: true,
    validate: companyProblems,
  });
  useUnsaved(form.isDirty());
  const save = useMutation(
    queries.depositSheets.company.save.mutationOptions({
      onSuccess({ saved, path }, sent) {
        openDocument(path);
        setAskedOver(saved === null ? shown : null);
        const kept = companyValues(saved ?? sent);
        form.resetDirty(kept);
        // What was typed since it was sent stays.
        form.setValues(unchangedSince(form.getValues(), sent, kept));
        if (saved !== null) onSaved(saved);
      },
    }),
  );
  const send = form.onSubmit(({ name, address, paper }) =>
    save.mutate({ name: name.trim(), addressLines: addressLinesOf(address), paper }),
  );
  return (
    <form className={classes['form']} noValidate onSubmit={send} aria-label={texts.title}>
      <TextInput label={texts.name} autoComplete="organization" {...form.getInputProps('name')} />
      <Textarea
        label={texts.address}
        description={texts.addressHelp}
        autosize
        minRows={3}
        maxRows={6}
        autoComplete="street-address"
        {...form.getInputProps('address')}
      />
      <div>
        <div id={paperLabel} className={classes['label']}>
          {texts.paper}
        </div>
        <SegmentedControl
          size="xs"
          aria-labelledby={paperLabel}
          transitionDuration={0}
          data={papers.map((value) => ({ value, label: depositSheetTexts.papers[value] }))}
          value={form.values.paper}
          onChange={(value) =>
            form.setFieldValue('paper', papers.find((known) => known === value) ?? 'a4')
          }
        />
      </div>
      <Failed error={save.error} />
      {isAsked && <SecretEntryStatus entry={{ opened: save.data ?? null, failure: null }} />}
      <SaveActions
        texts={texts}
        isSaving={save.isPending}
        isSaved={save.isSuccess && !isAsked && !form.isDirty()}
      />
    </form>
  );
}

interface CompanyLogoProps {
  logo: CompanyView['logo'];
  onChanged: (company: CompanyView) => void;
}

/** The logo of the letterhead, as it is: chosen, replaced, taken away. */
function CompanyLogo({ logo, onChanged }: CompanyLogoProps) {
  const { bridge } = useBridge();
  const shown = logo?.dataUrl ?? '';
  /** As in CompanyForm. */
  const [askedOver, setAskedOver] = useState<string | null>(null);
  const isAsked = askedOver === shown;
  const change = useMutation({
    mutationFn: async (file: File | null) =>
      await bridge.depositSheets.company.setLogo({
        base64: file === null ? null : await base64Of(file),
      }),
    onSuccess({ saved, path }) {
      openDocument(path);
      setAskedOver(saved === null ? shown : null);
      if (saved !== null) onChanged(saved);
    },
  });
  return (
    <Stack gap="sm" align="flex-start">
      {logo === null ? <p className="dimmed">{texts.noLogo}</p> : <Picture logo={logo} />}
      {change.error !== null && <LogoFailure error={change.error} />}
      {isAsked && <SecretEntryStatus entry={{ opened: change.data ?? null, failure: null }} />}
      <Group gap="xs">
        <FileButton accept="image/png,image/jpeg" onChange={(file) => file && change.mutate(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={change.isPending}>
              {logo === null ? texts.chooseLogo : texts.replaceLogo}
            </Button>
          )}
        </FileButton>
        {logo !== null && (
          <Button variant="default" disabled={change.isPending} onClick={() => change.mutate(null)}>
            {texts.removeLogo}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function Picture({ logo }: { logo: NonNullable<CompanyView['logo']> }) {
  const { width, height, bytes } = logo;
  const kilobytes = groupedCount(Math.ceil(bytes / 1024));
  return (
    <div>
      <img
        className={classes['logo']}
        src={logo.dataUrl}
        width={width}
        height={height}
        alt={texts.logoAlt}
      />
      <p className="dimmed">
        {texts.logoFacts(groupedCount(width), groupedCount(height), kilobytes)}
      </p>
    </div>
  );
}

function LogoFailure({ error }: { error: Error }) {
  if (error instanceof FileProblem) {
    return (
      <Notice tone="red" role="alert">
        {error.message}
      </Notice>
    );
  }
  return <Failed error={error} />;
}
