/** The first step: the file. */
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { maxStatementBytes, maxStatementLines } from '../../../bridge/reconcile-limits.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { BackLink } from '../../components/back-link.tsx';
import { Failed } from '../../components/failure-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { FileDrop } from '../../components/upload/file-drop.tsx';
import { useUpload } from '../../components/upload/use-upload.ts';
import { formatBytes } from '../../format/bytes.ts';
import { groupedCount } from '../../format/words.ts';
import { reconcilePaths } from './paths.ts';
import classes from './reconcile.module.css';
import { reconcileTexts } from './texts.ts';

const texts = reconcileTexts.start;
const endings = ['.csv', '.tsv', '.txt', '.xml', '.sta', '.mt940', '.940', '.camt'];

function problemOf({ name, size }: { name: string; size: number }): string | null {
  if (size === 0) return texts.empty(name);
  if (size <= maxStatementBytes) return null;
  return texts.large(name, formatBytes(size), formatBytes(maxStatementBytes));
}

export function StartScreen() {
  const { bridge, queries } = useBridge();
  const client = useQueryClient();
  const profileId = useProfileId();
  const [, navigate] = useLocation();
  const used = useUpload({
    ...{ upload: bridge.reconcile.upload, about: { profileId }, problemOf },
    onDraft(draft) {
      client.setQueryData(queries.reconcile.draft.queryKey({ input: { id: draft.id } }), draft);
      navigate(reconcilePaths.draft(draft.id));
    },
  });
  const { upload } = used;
  return (
    <>
      <PageHeader
        title={texts.title}
        back={<BackLink href={reconcilePaths.root} label={reconcileTexts.back} />}
      />
      <div className={classes['page']}>
        <Section title={texts.file} lead={texts.lead}>
          <FileDrop
            {...used}
            words={texts.drop}
            limits={texts.limits(formatBytes(maxStatementBytes), groupedCount(maxStatementLines))}
            endings={endings}
          />
          <div className={classes['news']}>
            {upload.state === 'problem' && (
              <Notice tone="red" role="alert">
                {upload.sentence}
              </Notice>
            )}
            {upload.state === 'failed' && (
              <Failed title={texts.refused} error={upload.error} />
            )}
          </div>
        </Section>
      </div>
    </>
  );
}
