/** Profiles: the built-in sandbox from the start, and the ones that were added. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { DetailStates } from '../../components/detail-states.tsx';
import { Section } from '../../components/section.tsx';
import { AddProfileForm } from './add-profile-form.tsx';
import { AsideProfiles } from './aside-profiles.tsx';
import { settingsPaths } from './paths.ts';
import { ProfileItem } from './profile-item.tsx';
import classes from './settings.module.css';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.profiles;

export function ProfilesSection() {
  const { queries } = useBridge();
  const profiles = useQuery(queries.profiles.list.queryOptions());
  const count = profiles.data?.length ?? null;
  const [location, navigate] = useLocation();
  const isAsked = location === settingsPaths.addProfile;
  /** How many there were when the form was opened: it has done its work when there are more. */
  const [beside, setBeside] = useState<number | null>(null);
  if (isAsked && beside === null && count !== null) setBeside(count);
  if (!isAsked && beside !== null) setBeside(null);
  const isAdding = isAsked && beside === count;
  const isDone = isAsked && beside !== null && beside !== count;
  const close = () => navigate(settingsPaths.section('profiles'), { replace: true });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the profile is there
  useEffect(() => {
    if (isDone) close();
  }, [isDone]);
  return (
    <>
      <Section
        title={texts.title}
        lead={texts.lead}
        action={
          !isAdding && (
            <Button onClick={() => navigate(settingsPaths.addProfile)}>{texts.add}</Button>
          )
        }
      >
        {isAdding && <AddProfileForm onCancel={close} />}
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
