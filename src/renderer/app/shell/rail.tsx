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
import { bankAccountPaths } from '../../features/bank-accounts/paths.ts';
import { bulkPaths } from '../../features/bulk/paths.ts';
import { changePaths } from '../../features/changes/paths.ts';
import { customerPaths } from '../../features/customers/paths.ts';
import { settingsPaths } from '../../features/settings/paths.ts';
import { timelinePaths } from '../../features/timeline/paths.ts';
import { unresolvedPaths } from '../../features/unresolved/paths.ts';
import { virtualAccountPaths } from '../../features/virtual-accounts/paths.ts';
import { webhookPaths } from '../../features/webhooks/paths.ts';
import { frameTexts } from '../../texts/frame.ts';
import { isWithin } from '../fragment.ts';
import { AsOfControl } from './as-of-control.tsx';
import { ChangesBadge } from './changes-badge.tsx';
import { ConnectionStatus } from './connection-status.tsx';
import { ProfileSwitch } from './profile-switch.tsx';
import classes from './rail.module.css';
import { TunnelStatus } from './tunnel-status.tsx';
import { UnresolvedBadge } from './unresolved-badge.tsx';
import { WebhooksBadge } from './webhooks-badge.tsx';

const screens = [
  { path: customerPaths.root, name: frameTexts.screens.customers, Icon: IconUsers },
  {
    path: virtualAccountPaths.root,
    name: frameTexts.screens.virtualAccounts,
    Icon: IconCreditCard,
  },
  { path: bankAccountPaths.root, name: frameTexts.screens.bankAccounts, Icon: IconBuildingBank },
  { path: bulkPaths.root, name: frameTexts.screens.bulk, Icon: IconTableImport },
  { path: webhookPaths.root, name: frameTexts.screens.webhooks, Icon: IconWebhook },
  { path: timelinePaths.root, name: frameTexts.screens.timeline, Icon: IconActivity },
  { path: unresolvedPaths.root, name: frameTexts.screens.unresolved, Icon: IconQuestionMark },
  { path: changePaths.root, name: frameTexts.screens.changes, Icon: IconGitCompare },
  { path: settingsPaths.root, name: frameTexts.screens.settings, Icon: IconSettings },
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
              {path === webhookPaths.root && <WebhooksBadge />}
              {path === changePaths.root && <ChangesBadge />}
              {path === unresolvedPaths.root && <UnresolvedBadge unknown={unknown} />}
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
