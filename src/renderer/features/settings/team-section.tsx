/** The team of a profile: founding or joining one, its computers, who asks to join, and problems of its log. */
import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JoinedTeam, TeamConnection, TeamView } from '../../../bridge/team.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { DetailStates } from '../../components/detail-states.tsx';
import { Copied, Fact, Facts } from '../../components/facts.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { DocumentButton } from '../../components/secret-entry/document-button.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { Section } from '../../components/section.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { ApprovalPolicySection } from './approval-policy.tsx';
import { settingsPaths } from './paths.ts';
import { TeamMembers } from './team-members.tsx';
import { teamTones } from './team-notices.tsx';
import { AsideProblems, TeamProblems, UnmatchedWords } from './team-problems.tsx';
import { teamTexts as texts } from './team-texts.ts';
import { TeamToken, useTeamDocument } from './team-token.tsx';
import { Words } from './words.tsx';

const advices: Partial<Record<TeamConnection, string>> = texts.advice;

/** Nothing is exchanged any more, so there is no access to change. */
const ended: ReadonlySet<TeamConnection> = new Set(['removed', 'conflict', 'restored']);

export function TeamSection() {
  const { queries } = useBridge();
  const team = useQuery(queries.team.get.queryOptions());
  return <DetailStates query={team}>{(view) => <Shown view={view} />}</DetailStates>;
}

function Shown({ view: { team, cannot } }: { view: TeamView }) {
  if (team === null) return <Outside cannot={cannot} />;
  const isOwner = team.state === 'on' && team.own.role === 'owner';
  // Without its members nothing is known of the key: that there is none would be said of any team.
  const isKnown = team.state !== 'waiting' && team.members.length > 0;
  return (
    <>
      {team.requests.length > 0 && <Requests team={team} />}
      {team.fork !== null && <TeamFork fork={team.fork} />}
      {team.problems.length > 0 && (
        <TeamProblems
          problems={team.problems}
          isOwner={isOwner}
          isOwnerAway={team.own.role === 'owner' && team.state !== 'on' && !ended.has(team.state)}
        />
      )}
      <State team={team} isOwner={isOwner} />
      {team.members.length > 0 && <TeamMembers team={team} isOwner={isOwner} />}
      {team.state !== 'waiting' && <ApprovalPolicySection />}
      {isKnown && <TeamRecovery team={team} isOwner={isOwner} />}
      <TeamToken team={team} isOwner={isOwner} />
      {team.aside.length > 0 && <AsideProblems aside={team.aside} />}
      {team.acknowledged.length > 0 && <UnmatchedWords acknowledged={team.acknowledged} />}
      {team.resolved.length > 0 && <ResolvedForks resolved={team.resolved} />}
    </>
  );
}

function Outside({ cannot }: Pick<TeamView, 'cannot'>) {
  const founding = useTeamDocument('found', '');
  const joining = useTeamDocument('join', '');
  const recovering = useTeamDocument('recover', '');
  return (
    <Section title={texts.title} lead={texts.lead}>
      <Stack gap="md">
        <p>{cannot === null ? texts.none : texts.cannot[cannot]}</p>
        {cannot === 'built-in' && (
          <PageLink href={settingsPaths.section('profiles')}>{texts.toProfiles}</PageLink>
        )}
        {cannot === null && (
          <Group gap="sm">
            <DocumentButton document={joining}>{texts.join}</DocumentButton>
            <DocumentButton document={founding} variant="default">
              {texts.found}
            </DocumentButton>
            <DocumentButton document={recovering} variant="default">
              {texts.recover}
            </DocumentButton>
          </Group>
        )}
        <SecretEntryStatus entry={joining} />
        <SecretEntryStatus entry={founding} />
        <SecretEntryStatus entry={recovering} />
      </Stack>
    </Section>
  );
}

function State({ team, isOwner }: { team: JoinedTeam; isOwner: boolean }) {
  const { state, sentence, own } = team;
  const advice = advices[state] ?? null;
  return (
    <Section title={texts.title} lead={texts.lead}>
      <Stack gap="md">
        <Facts isPlain>
          <Fact name={texts.state}>
            <StatusMark tone={teamTones[state]} wraps>
              {texts.states[state]}
            </StatusMark>
            {own.role !== null && <> · {texts.roles[own.role]}</>}
            {sentence !== null && <p className="dimmed">{sentence}</p>}
            {advice !== null && <p className="dimmed">{advice}</p>}
          </Fact>
          <Fact name={texts.database}>
            <span className="mono">{team.database}</span>
          </Fact>
          <Fact name={texts.user}>
            <span className="mono">{team.user}</span>
          </Fact>
          <Fact name={texts.exchanged}>
            {team.exchangedAt === null ? texts.never : <ShortMoment at={team.exchangedAt} />}
          </Fact>
          {team.toSend > 0 && <Fact name={texts.toSend}>{texts.entries(team.toSend)}</Fact>}
          {(team.toRead ?? 0) > 0 && (
            <Fact name={texts.toRead}>{texts.entries(team.toRead ?? 0)}</Fact>
          )}
          <Fact name={texts.ownName}>{own.name}</Fact>
          {state === 'waiting' && (
            <Fact name={texts.ownWords}>
              <Words words={own.words} />
            </Fact>
          )}
        </Facts>
        <details>
          <summary>{texts.toCompare}</summary>
          <Facts isPlain>
            {state !== 'waiting' && own.words.length > 0 && (
              <Fact name={texts.ownWords}>
                <Words words={own.words} />
              </Fact>
            )}
            <Fact name={texts.teamWords}>
              <Words words={team.words} />
            </Fact>
            <Fact name={texts.id}>
              <Copied text={team.id} what={texts.id}>
                <span className="mono">{`${team.id.slice(0, 16)}…`}</span>
              </Copied>
            </Fact>
          </Facts>
        </details>
        <Acts team={team} isOwner={isOwner} />
      </Stack>
    </Section>
  );
}

function Acts({ team, isOwner }: { team: JoinedTeam; isOwner: boolean }) {
  const inviting = useTeamDocument('invite', String(team.invited));
  const relaying = useTeamDocument('admitRelay', String(team.members.length));
  const changing = useTeamDocument('changeAccess', String(team.accessChanges));
  const leaving = useTeamDocument('leave', team.id);
  const joining = useTeamDocument('join', team.state);
  const recovering = useTeamDocument('recover', team.state);
  return (
    <>
      <Group gap="sm">
        {isOwner && (
          <>
            <DocumentButton
              document={inviting}
              variant={team.requests.length > 0 ? 'default' : 'filled'}
            >
              {texts.invite}
            </DocumentButton>
            <DocumentButton document={relaying} variant="default">
              {texts.admitRelay}
            </DocumentButton>
          </>
        )}
        {team.state === 'restored' && (
          <>
            <DocumentButton document={joining}>{texts.again}</DocumentButton>
            <DocumentButton document={recovering} variant="default">
              {texts.recover}
            </DocumentButton>
          </>
        )}
        {!ended.has(team.state) && (
          <DocumentButton
            document={changing}
            variant={team.state === 'refused' ? 'filled' : 'default'}
          >
            {texts.changeAccess}
          </DocumentButton>
        )}
        <DocumentButton document={leaving} variant="default">
          {texts.leave}
        </DocumentButton>
      </Group>
      <SecretEntryStatus entry={inviting} />
      <SecretEntryStatus entry={relaying} />
      <SecretEntryStatus entry={joining} />
      <SecretEntryStatus entry={recovering} />
      <SecretEntryStatus entry={changing} />
      <SecretEntryStatus entry={leaving} />
    </>
  );
}

function Requests({ team }: { team: JoinedTeam }) {
  const { bridge } = useBridge();
  const profileId = useProfileId();
  const admitting = useDocument(
    (id: string) => bridge.team.admit({ profileId, id }),
    String(team.members.length),
  );
  return (
    <Section title={texts.requests.title} lead={texts.requests.lead}>
      <Stack gap="md">
        <Facts>
          {team.requests.map(({ id, name, at }) => (
            <Fact key={id} name={name}>
              <Button
                size="compact-sm"
                loading={admitting.isOpening}
                aria-label={texts.requests.admitOne(name)}
                onClick={() => admitting.open(id)}
              >
                {texts.requests.admit}
              </Button>{' '}
              <span className="dimmed">
                {texts.requests.asked} <ShortMoment at={at} />
              </span>
            </Fact>
          ))}
        </Facts>
        <SecretEntryStatus entry={admitting} />
      </Stack>
    </Section>
  );
}

/** The team's recovery key, and forks of its members: resolved, and still to be. */
function TeamRecovery({
  team: { recovery, state },
  isOwner,
}: {
  team: JoinedTeam;
  isOwner: boolean;
}) {
  const recoveryTexts = texts.recovery;
  const setting = useTeamDocument('setRecovery', recovery?.setAt ?? '');
  return (
    <Section title={recoveryTexts.title} lead={recoveryTexts.lead}>
      <Stack gap="md">
        <Facts isPlain>
          <Fact name={recoveryTexts.set}>
            {recovery === null ? (
              recoveryTexts.none(state === 'on')
            ) : (
              <ShortMoment at={recovery.setAt} />
            )}
          </Fact>
          {recovery !== null && recovery.usedAt !== null && (
            <Fact name={recoveryTexts.used}>
              <ShortMoment at={recovery.usedAt} />
              <p className="dimmed">{recoveryTexts.change}</p>
            </Fact>
          )}
        </Facts>
        {isOwner && (
          <DocumentButton document={setting} variant="default" style={{ alignSelf: 'flex-start' }}>
            {recovery === null ? recoveryTexts.make : recoveryTexts.makeAnother}
          </DocumentButton>
        )}
        <SecretEntryStatus entry={setting} />
      </Stack>
    </Section>
  );
}

function TeamFork({ fork }: { fork: NonNullable<JoinedTeam['fork']> }) {
  const forkTexts = texts.fork;
  const resolving = useTeamDocument('resolveFork', JSON.stringify(fork));
  return (
    <Section title={forkTexts.title} lead={forkTexts.lead}>
      <Stack gap="md">
        <Facts>
          {fork.branches.map(({ tip, says, chosenBy }, at) => (
            <Fact key={tip} name={forkTexts.branch(at + 1)}>
              {says.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
              {chosenBy.length > 0 && <p>{forkTexts.chosenBy(chosenBy.join(', '))}</p>}
            </Fact>
          ))}
        </Facts>
        {!fork.mayResolve && <p className="dimmed">{forkTexts.byKey}</p>}
        <DocumentButton document={resolving} style={{ alignSelf: 'flex-start' }}>
          {forkTexts.resolve}
        </DocumentButton>
        <SecretEntryStatus entry={resolving} />
      </Stack>
    </Section>
  );
}

function ResolvedForks({ resolved }: Pick<JoinedTeam, 'resolved'>) {
  const resolvedTexts = texts.resolved;
  return (
    <Section title={resolvedTexts.title} lead={resolvedTexts.lead}>
      <Facts>
        {resolved.map(({ at, by, chosenBy, left }) => (
          <Fact key={at} name={resolvedTexts.fork}>
            <p>
              {by === null || chosenBy === null
                ? resolvedTexts.byKey
                : resolvedTexts.by(chosenBy, by)}{' '}
              · <ShortMoment at={at} />
            </p>
            {left.map((sentence) => (
              <p key={sentence} className="dimmed">
                {sentence}
              </p>
            ))}
          </Fact>
        ))}
      </Facts>
    </Section>
  );
}
