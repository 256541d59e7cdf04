/** The left rail: profile switch, screens, connection. Icons alone under 1100 px. */
import {
  IconActivity,
  IconBuildingBank,
  IconCreditCard,
  IconGitCompare,
  IconQuestionMark,
  IconSettings,
  IconTableImport,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { Link, useLocation } from 'wouter';
import type { ConnectionView } from '../../../bridge/connection.ts';
import { frameTexts } from '../../texts/frame.ts';
import { isWithin, paths } from '../paths.ts';
import { AsOfControl } from './as-of-control.tsx';
import { ChangesBadge } from './changes-badge.tsx';
import { ConnectionStatus } from './connection-status.tsx';
import { ProfileSwitch } from './profile-switch.tsx';
import classes from './rail.module.css';
import { TunnelStatus } from './tunnel-status.tsx';
import { UnresolvedBadge } from './unresolved-badge.tsx';
import { WebhooksBadge } from './webhooks-badge.tsx';

const screens = [
  { path: paths.customers, name: frameTexts.screens.customers, Icon: IconUsers },
  { path: paths.virtualAccounts, name: frameTexts.screens.virtualAccounts, Icon: IconCreditCard },
  { path: paths.bankAccounts, name: frameTexts.screens.bankAccounts, Icon: IconBuildingBank },
  { path: paths.bulk, name: frameTexts.screens.bulk, Icon: IconTableImport },
  { path: paths.webhooks, name: frameTexts.screens.webhooks, Icon: IconWebhook },
  { path: paths.timeline, name: frameTexts.screens.timeline, Icon: IconActivity },
  { path: paths.unresolved, name: frameTexts.screens.unresolved, Icon: IconQuestionMark },
  { path: paths.changes, name: frameTexts.screens.changes, Icon: IconGitCompare },
  { path: paths.settings, name: frameTexts.screens.settings, Icon: IconSettings },
] as const;

export function Rail({ connection }: { connection: ConnectionView | undefined }) {
  const [location] = useLocation();
  const unknown = connection?.unknownIntents ?? 0;
  return (
    <aside className={classes['rail']} aria-label={frameTexts.rail}>
      <ProfileSwitch connection={connection} />
      <nav aria-label={frameTexts.navigation} className={classes['screens']}>
        {screens.map(({ path, name, Icon }) => {
          const isCurrent = isWithin(location, path);
          return (
            <Link
              key={path}
              href={path}
              className={classes['screen']}
              aria-current={isCurrent ? 'page' : undefined}
              title={name}
            >
              <Icon size={18} stroke={1.6} aria-hidden />
              <span className={classes['name']}>{name}</span>
              {path === paths.webhooks && <WebhooksBadge />}
              {path === paths.changes && <ChangesBadge />}
              {path === paths.unresolved && <UnresolvedBadge unknown={unknown} />}
            </Link>
          );
        })}
      </nav>
      <AsOfControl />
      <TunnelStatus />
      <ConnectionStatus connection={connection} />
    </aside>
  );
}
