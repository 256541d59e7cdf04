import { IconBoxMultiple } from '@tabler/icons-react';
import { otherKinds } from '../../../contract/other-kinds.ts';
import { type Feature, screen, screenFile } from '../../app/feature.tsx';
import { decodedPart } from '../../app/fragment.ts';
import { kindAt, otherRecordHrefs, otherRecordPaths } from './paths.ts';
import { kindTexts } from './texts.ts';

const otherRecords = screenFile(
  async () => (await import('./other-records-screen.tsx')).OtherRecordsScreen,
);

export const otherRecordsFeature: Feature = {
  paths: otherRecordPaths,
  title: 'Other records',
  Icon: IconBoxMultiple,
  screens: [
    screen(otherRecordPaths.root, otherRecords, (slug, id) => ({
      kind: kindAt(slug),
      selectedId: decodedPart(id),
    })),
  ],
  areas: { otherRecords: ['other-records', 'customers', 'annotations'] },
  past: { except: [] },
  parts: otherKinds.map((kind) => ({
    title: kindTexts[kind].title,
    href: otherRecordPaths.list(kind),
  })),
  finds: otherKinds.map((kind) => ({
    kind,
    title: kindTexts[kind].title,
    hrefOf: otherRecordHrefs[kind],
  })),
};
