/** What a person can check before saying what became of it. */
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import type { IntentView } from '../../../bridge/intents.ts';
import { Section } from '../../components/section.tsx';
import { webhookPaths } from '../webhooks/paths.ts';
import { eventsHref } from './links.ts';
import { unresolvedTexts } from './texts.ts';
import classes from './unresolved.module.css';

const texts = unresolvedTexts.checks;

export function ChecksSection({ intent }: { intent: IntentView }) {
  const isAccount = intent.operation === 'createVirtualAccount';
  return (
    <Section title={texts.title}>
      <ul className={classes['checks']}>
        <li>
          {texts[intent.operation]}{' '}
          <Anchor component={Link} href={eventsHref(intent)} underline="always">
            {isAccount ? texts.timelineOf : texts.timeline}
          </Anchor>
        </li>
        {!isAccount && <li>{texts.dashboard}</li>}
        {intent.operation === 'createWebhook' && (
          <li>
            {texts.secret}{' '}
            <Anchor component={Link} href={webhookPaths.existing} underline="always">
              {texts.addSecret}
            </Anchor>
          </li>
        )}
      </ul>
    </Section>
  );
}
