/** What a person can check before saying what became of it. */
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import type { IntentView } from '../../../bridge/intents.ts';
import { writes } from '../../../contract/writes.ts';
import { Section } from '../../components/section.tsx';
import { webhookPaths } from '../webhooks/paths.ts';
import { eventsHref } from './links.ts';
import { unresolvedTexts } from './texts.ts';
import classes from './unresolved.module.css';

const texts = unresolvedTexts.checks;

export function ChecksSection({ intent }: { intent: IntentView }) {
  const { creates, noun, event } = writes[intent.operation];
  return (
    <Section title={texts.title}>
      <ul className={classes['checks']}>
        <li>
          {event === null ? texts.notReported : texts.reported(noun, event)}{' '}
          <Anchor component={Link} href={eventsHref(intent)} underline="always">
            {event === null ? texts.timelineOf : texts.timeline}
          </Anchor>
        </li>
        {event !== null && <li>{texts.dashboard}</li>}
        {creates === 'webhook' && (
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
