/** Notices may stand on a locked screen, so that they hold names and amounts, a person confirms. */
import type { NoticeSettings } from '../../../bridge/notices.ts';
import type { AskPerson } from '../../core/feature/confirmation.ts';
import { kindTitle, type Notices } from './notices.ts';

export interface SaveParts {
  /** As the document names it. */
  readonly profile: string;
  readonly settings: NoticeSettings;
  /** Of the profile as it is open now; throws where another one is. */
  readonly now: () => Pick<Notices, 'settings' | 'save'>;
  readonly ask: AskPerson;
}

/** `saved` is null where a person is asked first; `path` as in openedDocument. */
export async function saveOrAsk(
  parts: SaveParts,
): Promise<{ saved: NoticeSettings | null; path: string | null }> {
  const { profile, settings, now, ask } = parts;
  const notices = now();
  if (!settings.hasDetails || notices.settings().hasDetails) {
    await notices.save(settings);
    return { saved: notices.settings(), path: null };
  }
  const { kinds, quiet } = settings;
  const path = await ask({
    title: 'Show names and amounts in notices',
    facts: [
      ['Profile', profile],
      ['Notices', kinds.length === 0 ? 'None' : kinds.map(kindTitle).join(', ')],
      ['Quiet hours', quiet === null ? 'None' : `${quiet.from} to ${quiet.to}, ${quiet.zone}`],
    ],
    paragraphs: [
      'Notices of this profile then contain customers’ names and amounts. Others may see them, for example on a locked or shared screen, and the system may keep them in its list of notices.',
    ],
    button: 'Show names and amounts',
    async act() {
      await now().save(settings);
      return { sentence: 'Notices of this profile now show names and amounts.' };
    },
  });
  return { saved: null, path };
}
