/** The service's access token as owners share it: to whom, never what it is. */
import { Group, Stack } from '@mantine/core';
import type { JoinedTeam } from '../../../bridge/team.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { Fact, Facts } from '../../components/facts.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { DocumentButton } from '../../components/secret-entry/document-button.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { Section } from '../../components/section.tsx';
import { teamTexts } from './team-texts.ts';

const texts = teamTexts.token;

export function TeamToken({ team: { token }, isOwner }: { team: JoinedTeam; isOwner: boolean }) {
  const done = JSON.stringify(token);
  const sharing = useTeamDocument('shareToken', done);
  const ending = useTeamDocument('takeBackToken', done);
  const using = useTeamDocument('useToken', done);
  if (token === null && !isOwner) return null;
  const isShared = token !== null && !token.isBack;
  return (
    <Section title={texts.title} lead={texts.lead}>
      <Stack gap="md">
        {token === null ? <p>{texts.none}</p> : <Shared token={token} />}
        <Group gap="sm">
          {token?.isOffered === true && (
            <DocumentButton document={using}>{texts.use}</DocumentButton>
          )}
          {isOwner && (
            <DocumentButton document={sharing} variant="default">
              {isShared ? texts.again : texts.share}
            </DocumentButton>
          )}
          {isOwner && (isShared || (token?.gone.length ?? 0) > 0) && (
            <DocumentButton document={ending} variant="default">
              {isShared ? texts.end : texts.wasReplaced}
            </DocumentButton>
          )}
        </Group>
        <SecretEntryStatus entry={using} />
        <SecretEntryStatus entry={sharing} />
        <SecretEntryStatus entry={ending} />
      </Stack>
    </Section>
  );
}

function Shared({ token }: { token: NonNullable<JoinedTeam['token']> }) {
  const { by, at, isBack, to, without, gone } = token;
  return (
    <Facts isPlain>
      <Fact name={isBack ? texts.back : texts.by}>
        {by} · <ShortMoment at={at} />
        {isBack && <p className="dimmed">{texts.replace}</p>}
      </Fact>
      {to.length > 0 && <Fact name={texts.to}>{to.join(', ')}</Fact>}
      {!isBack && without.length > 0 && (
        <Fact name={texts.without}>
          {without.join(', ')}
          <p className="dimmed">{texts.shareAgain}</p>
        </Fact>
      )}
      {gone.length > 0 && (
        <Fact name={texts.gone}>
          {gone.join(', ')}
          <p className="dimmed">{texts.replace}</p>
        </Fact>
      )}
    </Facts>
  );
}

type Asked =
  | ('found' | 'join' | 'invite' | 'admitRelay' | 'leave' | 'changeAccess')
  | ('setRecovery' | 'recover' | 'resolveFork' | 'shareToken' | 'takeBackToken' | 'useToken');

/** Opens a document about the team of this profile. `done` changes with what it does. */
export function useTeamDocument(name: Asked, done: string) {
  const { bridge } = useBridge();
  const profileId = useProfileId();
  return useDocument(() => bridge.team[name]({ profileId }), done);
}
