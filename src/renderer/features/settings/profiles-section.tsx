/** Profiles: the built-in sandbox from the start, and the ones that were added. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { DetailStates } from '../../components/detail-states.tsx';
import { Section } from '../../components/section.tsx';
import { AddProfileForm } from './add-profile-form.tsx';
import { AsideProfiles } from './aside-profiles.tsx';
import { ProfileItem } from './profile-item.tsx';
import classes from './settings.module.css';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.profiles;

export function ProfilesSection() {
  const { queries } = useBridge();
  const profiles = useQuery(queries.profiles.list.queryOptions());
  const count = profiles.data?.length ?? null;
  /** How many there were when the form was opened: it has done its work when there are more. */
  const [addingBeside, setAddingBeside] = useState<number | null>(null);
  const isAdding = addingBeside !== null && addingBeside === count;
  return (
    <>
      <Section
        title={texts.title}
        lead={texts.lead}
        action={!isAdding && <Button onClick={() => setAddingBeside(count)}>{texts.add}</Button>}
      >
        {isAdding && <AddProfileForm onCancel={() => setAddingBeside(null)} />}
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
      <AsideProfiles />
    </>
  );
}
