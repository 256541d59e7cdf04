/** Profiles: the built-in sandbox from the start, and the ones that were added. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { DetailStates } from '../../components/detail-states.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useSecretEntry } from '../../components/secret-entry/use-secret-entry.ts';
import { Section } from '../../components/section.tsx';
import { settingsTexts } from '../../texts/settings.ts';
import { AddProfileForm } from './add-profile-form.tsx';
import { ProfileItem } from './profile-item.tsx';
import classes from './settings.module.css';

const texts = settingsTexts.profiles;

export function ProfilesSection() {
  const { queries } = useBridge();
  const profiles = useQuery(queries.profiles.list.queryOptions());
  const [isAdding, setIsAdding] = useState(false);
  const entered = (profiles.data ?? []).map((profile) => profile.token?.enteredAt ?? '').sort();
  const entry = useSecretEntry(entered.filter((at) => at !== '').join());
  return (
    <Section
      title={texts.title}
      lead={texts.lead}
      action={!isAdding && <Button onClick={() => setIsAdding(true)}>{texts.add}</Button>}
    >
      {isAdding && (
        <AddProfileForm
          onCancel={() => setIsAdding(false)}
          onAdded={(profile) => {
            setIsAdding(false);
            entry.open({ purpose: 'token', profileId: profile.id });
          }}
        />
      )}
      <SecretEntryStatus entry={entry} />
      <DetailStates query={profiles}>
        {(list) => (
          <ul className={classes['profiles']}>
            {list.map((profile) => (
              <ProfileItem key={profile.id} profile={profile} />
            ))}
          </ul>
        )}
      </DetailStates>
    </Section>
  );
}
