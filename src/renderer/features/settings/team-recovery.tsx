/** The team's recovery key, and forks of its members: resolved, and still to be. */
import { Stack } from '@mantine/core';
import type { JoinedTeam } from '../../../bridge/team.ts';
import { Fact, Facts } from '../../components/facts.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { DocumentButton } from '../../components/secret-entry/document-button.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { Section } from '../../components/section.tsx';
import { teamTexts } from './team-texts.ts';
import { useTeamDocument } from './use-team-document.ts';

export function TeamRecovery({
  team: { recovery, state },
  isOwner,
}: {
  team: JoinedTeam;
  isOwner: boolean;
}) {
  const texts = teamTexts.recovery;
  const setting = useTeamDocument('setRecovery', recovery?.setAt ?? '');
  return (
    <Section title={texts.title} lead={texts.lead}>
      <Stack gap="md">
        <Facts isPlain>
          <Fact name={texts.set}>
            {recovery === null ? texts.none(state === 'on') : <ShortMoment at={recovery.setAt} />}
          </Fact>
          {recovery !== null && recovery.usedAt !== null && (
            <Fact name={texts.used}>
              <ShortMoment at={recovery.usedAt} />
              <p className="dimmed">{texts.change}</p>
            </Fact>
          )}
        </Facts>
        {isOwner && (
          <DocumentButton document={setting} variant="default" style={{ alignSelf: 'flex-start' }}>
            {recovery === null ? texts.make : texts.makeAnother}
          </DocumentButton>
        )}
        <SecretEntryStatus entry={setting} />
      </Stack>
    </Section>
  );
}

export function TeamFork({ fork }: { fork: NonNullable<JoinedTeam['fork']> }) {
  const texts = teamTexts.fork;
  const resolving = useTeamDocument('resolveFork', JSON.stringify(fork));
  return (
    <Section title={texts.title} lead={texts.lead}>
      <Stack gap="md">
        <Facts>
          {fork.branches.map(({ tip, says, chosenBy }, at) => (
            <Fact key={tip} name={texts.branch(at + 1)}>
              {says.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
              {chosenBy.length > 0 && <p>{texts.chosenBy(chosenBy.join(', '))}</p>}
            </Fact>
          ))}
        </Facts>
        {!fork.mayResolve && <p className="dimmed">{texts.byKey}</p>}
        <DocumentButton document={resolving} style={{ alignSelf: 'flex-start' }}>
          {texts.resolve}
        </DocumentButton>
        <SecretEntryStatus entry={resolving} />
      </Stack>
    </Section>
  );
}

export function ResolvedForks({ resolved }: Pick<JoinedTeam, 'resolved'>) {
  const texts = teamTexts.resolved;
  return (
    <Section title={texts.title} lead={texts.lead}>
      <Facts>
        {resolved.map(({ at, by, chosenBy, left }) => (
          <Fact key={at} name={texts.fork}>
            <p>
              {by === null || chosenBy === null ? texts.byKey : texts.by(chosenBy, by)} ·{' '}
              <ShortMoment at={at} />
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
