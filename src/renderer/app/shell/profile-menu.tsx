/** The list of profiles under the switch: one action goes to another. Loaded once the frame stands. */
import { Menu } from '@mantine/core';
import { IconCheck, IconEyeOff, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { environmentName } from '../../format/environments.ts';
import { isMac } from '../../format/is-mac.ts';
import { useVeil } from '../../stores/veil.ts';
import { frameTexts } from '../../texts/frame.ts';
import { paletteTexts } from '../../texts/palette.ts';
import { lockKeys } from '../../texts/vault.ts';
import { veilTexts } from '../../texts/veil.ts';
import { useBridge } from '../bridge/bridge-context.ts';
import { profilesPlace } from '../features.ts';
import { useLock } from '../gate/use-lock.ts';
import { EnvironmentIcon } from './environment-icon.tsx';
import classes from './rail.module.css';
import { closingSwitchKey, useSwitchProfile } from './use-switch-profile.ts';

export interface ProfileMenuProps {
  /** Whether it was asked for before it was there. */
  opensAtOnce: boolean;
  /** The button that opens it. */
  children: ReactElement;
}

export function ProfileMenu({ opensAtOnce, children }: ProfileMenuProps) {
  const { queries } = useBridge();
  const profiles = useQuery(queries.profiles.list.queryOptions());
  const { mutate: switchTo } = useSwitchProfile(closingSwitchKey);
  const lock = useLock();
  const veil = useVeil();
  const [, navigate] = useLocation();
  const texts = frameTexts.profile;
  return (
    <Menu
      defaultOpened={opensAtOnce}
      position="bottom-start"
      width={260}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.heading}</Menu.Label>
        {profiles.data?.map((profile) => (
          <Menu.Item
            key={profile.id}
            leftSection={<EnvironmentIcon environment={profile.environment} />}
            rightSection={profile.isSelected && <IconCheck size={16} aria-hidden />}
            aria-current={profile.isSelected ? 'true' : undefined}
            onClick={() => profile.isSelected || switchTo(profile.id)}
          >
            <div className={classes['menuName']}>{profile.name}</div>
            <div className={classes['environment']}>
              {environmentName(profile.environment, profile.baseUrl)}
            </div>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => navigate(profilesPlace)}>{texts.manage}</Menu.Item>
        <Menu.Item
          leftSection={<IconEyeOff size={16} aria-hidden />}
          rightSection={
            <kbd className={classes['keys']} aria-hidden>
              {veilTexts.keys(isMac())}
            </kbd>
          }
          aria-keyshortcuts="Control+Shift+H Meta+Shift+H"
          onClick={() => veil.turn(!veil.isOn)}
        >
          {veil.isOn ? veilTexts.turnOff : veilTexts.turnOn}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLock size={16} aria-hidden />}
          rightSection={
            <kbd className={classes['keys']} aria-hidden>
              {lockKeys(isMac())}
            </kbd>
          }
          aria-keyshortcuts="Control+Shift+L Meta+Shift+L"
          onClick={lock}
        >
          {paletteTexts.lock}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
