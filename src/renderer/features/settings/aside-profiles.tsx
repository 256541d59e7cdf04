/** Profiles that were removed, with their data kept: brought back, or erased. Nothing where there is none. */
import { Button, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { AsideProfileView } from '../../../bridge/profiles.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { Failed } from '../../components/failure-notice.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { DocumentButton } from '../../components/secret-entry/document-button.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { Section } from '../../components/section.tsx';
import { environmentName } from '../../format/environments.ts';
import classes from './settings.module.css';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.aside;

export function AsideProfiles() {
  const { queries } = useBridge();
  const aside = useQuery(queries.profiles.aside.queryOptions());
  const list = aside.data ?? [];
  if (list.length === 0) return null;
  return (
    <Section title={texts.title} lead={texts.lead}>
      <ul className={classes['profiles']}>
        {list.map((profile) => (
          <AsideItem key={profile.id} profile={profile} />
        ))}
      </ul>
    </Section>
  );
}

function AsideItem({ profile }: { profile: AsideProfileView }) {
  const { bridge, queries } = useBridge();
  const { id, name, environment, baseUrl, asideAt, isErasing } = profile;
  const bringBack = useMutation(queries.profiles.bringBack.mutationOptions());
  const erasing = useDocument(() => bridge.profiles.remove({ id }));
  return (
    <li className={classes['profile']}>
      <div className={classes['profileHead']}>
        <Title order={3}>{name}</Title>
        <span className={classes['environment']}>{environmentName(environment, baseUrl)}</span>
      </div>
      <p className="mono">{baseUrl}</p>
      <p className={classes['environment']}>
        {isErasing ? texts.cutOff : texts.since} <ShortMoment at={asideAt} />
      </p>
      <div className={classes['actions']}>
        {!isErasing && (
          <Button
            variant="default"
            aria-label={`${texts.bringBack}: ${name}`}
            loading={bringBack.isPending}
            onClick={() => bringBack.mutate({ id })}
          >
            {texts.bringBack}
          </Button>
        )}
        <DocumentButton document={erasing} variant="default" aria-label={`${texts.erase}: ${name}`}>
          {texts.erase}
        </DocumentButton>
      </div>
      <div className={classes['status']}>
        <Failed error={bringBack.error} />
        <SecretEntryStatus entry={erasing} />
      </div>
    </li>
  );
}
