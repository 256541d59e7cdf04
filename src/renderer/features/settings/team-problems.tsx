/** What of the team's log was not believed, until a person has looked into it. */
import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TeamView } from '../../../bridge/team.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { Fact, Facts } from '../../components/facts.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { Section } from '../../components/section.tsx';
import { toFailure } from '../../format/failures.ts';
import { teamTexts } from './team-texts.ts';

const texts = teamTexts.problems;
type Problem = NonNullable<TeamView['team']>['problems'][number];

export const TeamProblems = ({ problems }: { problems: readonly Problem[] }) => (
  <Section title={texts.title} lead={texts.lead}>
    <Facts>
      {problems.map((problem) => (
        <OneProblem key={problem.id} problem={problem} />
      ))}
    </Facts>
  </Section>
);

function OneProblem({ problem }: { problem: Problem }) {
  const { id, kind, author, sequence, until, sentence, at } = problem;
  const { queries } = useBridge();
  const client = useQueryClient();
  const profileId = useProfileId();
  const [note, setNote] = useState('');
  const putting = useMutation(
    queries.team.putAside.mutationOptions({
      onSuccess: (view) => client.setQueryData(queries.team.get.queryKey(), view),
    }),
  );
  const of = texts.of(author, sequence, until);
  return (
    <Fact name={texts.kinds[kind]}>
      <Stack gap="xs">
        <p>
          {of} · <ShortMoment at={at} />
        </p>
        <p>{sentence}</p>
        <TextInput
          label={texts.note}
          value={note}
          maxLength={500}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Button
          size="compact-sm"
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          disabled={note.trim() === ''}
          loading={putting.isPending}
          aria-label={texts.putAsideOne(of)}
          onClick={() => putting.mutate({ profileId, id, note })}
        >
          {texts.putAside}
        </Button>
        {putting.error !== null && <FailureNotice failure={toFailure(putting.error)} />}
      </Stack>
    </Fact>
  );
}
