/** The first step: what the file creates, a template for it, and the file. */
import { Radio, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { BulkKind } from '../../../../bridge/bulk.ts';
import { maxBulkBytes, maxBulkRows } from '../../../../bridge/bulk-limits.ts';
import { groupedCount } from '../../../../bridge/words.ts';
import { useBridge } from '../../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../../app/shell/use-profile-id.ts';
import { BackLink } from '../../../components/back-link.tsx';
import { FileButtons } from '../../../components/exports/file-buttons.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { Section } from '../../../components/section.tsx';
import { FileDrop } from '../../../components/upload/file-drop.tsx';
import { useUpload } from '../../../components/upload/use-upload.ts';
import { formatBytes } from '../../../format/bytes.ts';
import bulk from '../bulk.module.css';
import { bulkPaths } from '../paths.ts';
import { bulkTexts } from '../texts.ts';

const texts = bulkTexts.start;

const addresses: Record<BulkKind, string> = {
  virtualAccount: bulkPaths.newVirtualAccounts,
  customer: bulkPaths.newCustomers,
};

export function StartScreen({ kind }: { kind: BulkKind }) {
  const { bridge, queries } = useBridge();
  const client = useQueryClient();
  const profileId = useProfileId();
  const [, navigate] = useLocation();
  const used = useUpload({
    upload: bridge.bulk.upload,
    about: { kind, profileId },
    problemOf: fileProblem,
    onDraft(draft) {
      client.setQueryData(queries.bulk.drafts.get.queryKey({ input: { id: draft.id } }), draft);
      navigate(bulkPaths.draft(draft.id, 'columns'));
    },
  });
  return (
    <>
      <PageHeader
        title={texts.title}
        back={<BackLink href={bulkPaths.root} label={bulkTexts.back} />}
      />
      <div className={bulk['page']}>
        <Section title={texts.what}>
          <Radio.Group
            aria-label={texts.what}
            value={kind}
            onChange={(value) =>
              navigate(addresses[value === 'customer' ? 'customer' : 'virtualAccount'], {
                replace: true,
              })
            }
          >
            <Stack gap={8} pt={4}>
              {(['virtualAccount', 'customer'] as const).map((known) => (
                <Radio
                  key={known}
                  size="sm"
                  value={known}
                  label={texts.kinds[known].label}
                  description={texts.kinds[known].help}
                  disabled={used.upload.state === 'sending'}
                />
              ))}
            </Stack>
          </Radio.Group>
        </Section>
        <Section title={texts.template} lead={texts.templateHelp}>
          <FileButtons
            key={kind}
            action={texts.template}
            formats={['csv', 'xlsx']}
            make={(format) => bridge.bulk.file({ subject: { what: 'template', kind }, format })}
          />
        </Section>
        <Section title={texts.file} lead={texts.stays}>
          <FileDrop
            {...used}
            words={texts.drop}
            limits={texts.limits(formatBytes(maxBulkBytes), groupedCount(maxBulkRows))}
            endings={endings}
            failed={texts.failed}
          />
        </Section>
      </div>
    </>
  );
}

const problems = bulkTexts.start.problems;

/** What a file of that kind ends in. */
const endings = ['.csv', '.tsv', '.txt', '.xlsx'] as const;

/** In words; null when nothing is against it. */
export function fileProblem({ name, size }: { name: string; size: number }): string | null {
  const lower = name.toLowerCase();
  if (!endings.some((ending) => lower.endsWith(ending))) return problems.ending(name);
  if (size === 0) return problems.empty(name);
  if (size <= maxBulkBytes) return null;
  return problems.large(name, formatBytes(size), formatBytes(maxBulkBytes));
}
