/** What of the team's log was not believed, until an owner has looked into it. */
import { Button, Stack } from '@mantine/core';
import type { JoinedTeam } from '../../../bridge/team.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { Fact, Facts } from '../../components/facts.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { Section } from '../../components/section.tsx';
import { teamTexts } from './team-texts.ts';

const texts = teamTexts.problems;
type Problems = JoinedTeam['problems'];

interface TeamProblemsProps {
  problems: Problems;
  /** Whether this computer may put them aside now. */
  isOwner: boolean;
  /** It may once it is connected. */
  isOwnerAway: boolean;
}

export function TeamProblems({ problems, isOwner, isOwnerAway }: TeamProblemsProps) {
  const { bridge } = useBridge();
  const profileId = useProfileId();
  const putting = useDocument(
    (id: number) => bridge.team.putAside({ profileId, id }),
    problems.map(({ id, until }) => `${id} ${until}`).join(),
  );
  return (
    <Section title={texts.title} lead={texts.lead}>
      <Facts>
        {problems.map(({ id, kind, author, sequence, until, sentence, at }) => {
          const of = texts.of(author, sequence, until);
          return (
            <Fact key={id} name={texts.kinds[kind]}>
              <Stack gap="xs">
                <p>
                  {of} · <ShortMoment at={at} />
                </p>
                <p>{sentence}</p>
                {isOwner && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    style={{ alignSelf: 'flex-start' }}
                    loading={putting.isOpening}
                    aria-label={texts.putAsideOne(of)}
                    onClick={() => putting.open(id)}
                  >
                    {texts.putAside}
                  </Button>
                )}
              </Stack>
            </Fact>
          );
        })}
      </Facts>
      {!isOwner && <p className="dimmed">{isOwnerAway ? texts.whenConnected : texts.byOwner}</p>}
      <SecretEntryStatus entry={putting} />
    </Section>
  );
}

/** Put aside by owners, here or elsewhere, with what they found out. */
export function AsideProblems({ aside }: Pick<JoinedTeam, 'aside'>) {
  return (
    <Section title={texts.aside.title} lead={texts.aside.lead}>
      <Facts>
        {aside.map(({ id, kind, author, sequence, until, note, by, at }) => (
          <Fact key={id} name={texts.kinds[kind]}>
            <p>
              {texts.of(author, sequence, until)} · {by ?? texts.aside.here} ·{' '}
              <ShortMoment at={at} />
            </p>
            <p>{note}</p>
          </Fact>
        ))}
      </Facts>
    </Section>
  );
}

/** Said by owners of what this computer has not, so that it is seen what was put aside elsewhere. */
export function UnmatchedWords({ acknowledged }: Pick<JoinedTeam, 'acknowledged'>) {
  return (
    <Section title={texts.unmatched.title} lead={texts.unmatched.lead}>
      <Facts>
        {acknowledged.map(({ kind, author, sequence, until, note, by, at }) => (
          <Fact key={`${kind} ${author} ${sequence}`} name={texts.kinds[kind]}>
            <p>
              {texts.of(author, sequence, until)} · {by} · <ShortMoment at={at} />
            </p>
            <p>{note}</p>
          </Fact>
        ))}
      </Facts>
    </Section>
  );
}
