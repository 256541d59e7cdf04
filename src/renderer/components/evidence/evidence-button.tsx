/** Opens the dialog; in the head of a record's detail. */
import { ActionIcon } from '@mantine/core';
import { IconFileCertificate } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { EvidenceSubject } from '../../../bridge/evidence.ts';
import type { LinkKind } from '../../../bridge/record-link.ts';
import { evidenceTexts as texts } from '../../texts/evidence.ts';
import { Tip } from '../tip.tsx';

const EvidenceDialog = lazy(async () => ({
  default: (await import('./evidence-dialog.tsx')).EvidenceDialog,
}));

type RecordKind = Exclude<EvidenceSubject['kind'], 'period'>;

/** Kinds of records that packs are made of, by the kind of their link. */
const kinds: Partial<Record<LinkKind, RecordKind>> = {
  customer: 'customer',
  'virtual-account': 'virtualAccount',
  payout: 'payout',
  event: 'event',
};

export function EvidenceButton({ kind: linkKind, id }: { kind: LinkKind; id: string }) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const kind = kinds[linkKind];
  if (kind === undefined) return null;
  const open = (): void => {
    setOpen(true);
    setWasOpened(true);
  };
  return (
    <>
      <Tip label={texts.open}>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.open} onClick={open}>
          <IconFileCertificate size={18} />
        </ActionIcon>
      </Tip>
      {wasOpened && (
        <Suspense>
          <EvidenceDialog of={{ kind, id }} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
