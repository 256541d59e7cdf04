/** Requests of colleagues' computers that no outcome came of, and what owners and operators stated of some. */
import { Button, Checkbox, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ColleagueRequest } from '../../../bridge/team.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { useSignOffBlock } from '../../app/shell/use-sign-off-block.ts';
import { ShortMoment } from '../../components/moment.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { Section } from '../../components/section.tsx';
import { StatusMark } from '../../components/status-mark.tsx';
import { operationLabel, unresolvedTexts } from './texts.ts';
import classes from './unresolved.module.css';

const texts = unresolvedTexts.colleagues;

export function ColleagueRequests() {
  const { bridge, queries } = useBridge();
  const profileId = useProfileId();
  const { data } = useQuery(queries.team.colleagueRequests.queryOptions());
  const resolving = useDocument(
    (claims: string[]) => bridge.team.resolve({ profileId, claims }),
    data === undefined ? null : JSON.stringify(data.stated.map(({ statements }) => statements)),
  );
  const signOffBlock = useSignOffBlock();
  if (data === undefined || data.open.length + data.stated.length === 0) return null;
  const list = { blocked: signOffBlock ?? data.resolveBlocked, onResolve: resolving.open };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled with the keyboard too
    <div className={classes['colleagues']} tabIndex={0}>
      {data.open.length > 0 && <OpenRequests requests={data.open} {...list} />}
      <SecretEntryStatus entry={resolving} />
      {data.stated.length > 0 && <Stated requests={data.stated} {...list} />}
    </div>
  );
}

interface ListProps {
  requests: readonly ColleagueRequest[];
  /** Why none can be resolved here; null when they can. */
  blocked: string | null;
  onResolve: (claims: string[]) => void;
}

export function OpenRequests({ requests, blocked, onResolve }: ListProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const gone = requests.filter(({ isGone }) => isGone).map(({ claim }) => claim);
  const selected = gone.filter((claim) => chosen.has(claim));
  const choose = (claims: readonly string[], isChosen: boolean) => {
    const rest = [...chosen].filter((claim) => !claims.includes(claim));
    setChosen(new Set(isChosen ? [...rest, ...claims] : rest));
  };
  return (
    <Section title={texts.title} lead={texts.lead}>
      <Stack gap="xs">
        {gone.length > 0 && blocked !== null && <p className="dimmed">{blocked}</p>}
        {gone.length > 1 && (
          <Checkbox
            label={texts.all}
            disabled={blocked !== null}
            checked={selected.length === gone.length}
            indeterminate={selected.length > 0 && selected.length < gone.length}
            onChange={({ currentTarget }) => choose(gone, currentTarget.checked)}
          />
        )}
        {requests.map((request) => (
          <Checkbox
            key={request.claim}
            label={labelOf(request)}
            description={<Who request={request} />}
            disabled={!request.isGone || blocked !== null}
            checked={chosen.has(request.claim)}
            onChange={({ currentTarget }) => choose([request.claim], currentTarget.checked)}
          />
        ))}
        {selected.length > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            style={{ alignSelf: 'flex-start' }}
            disabled={blocked !== null}
            onClick={() => onResolve(selected)}
          >
            {texts.resolve(selected.length)}
          </Button>
        )}
      </Stack>
    </Section>
  );
}

const labelOf = ({ operation, about }: ColleagueRequest): string =>
  [operation === null ? null : operationLabel(operation), about ?? texts.unreadable]
    .filter((part) => part !== null)
    .join(' · ');

function Who({ request: { person, computer, at, seenAt, isGone } }: { request: ColleagueRequest }) {
  return (
    <>
      {texts.who(person, computer)} · <ShortMoment at={at} /> ·{' '}
      {seenAt === null ? (
        texts.never
      ) : (
        <>
          {texts.seen} <ShortMoment at={seenAt} />
        </>
      )}
      {!isGone && ` · ${texts.isThere}`}
    </>
  );
}

function Stated({ requests, blocked, onResolve }: ListProps) {
  return (
    <Section title={texts.statedTitle} lead={texts.statedLead}>
      <Stack gap="md">
        {requests.map((request) => {
          const { claim, statements, outcome, isDifferent } = request;
          return (
            <Stack key={claim} gap={2} className={classes['stated'] ?? ''}>
              <p className={classes['about']}>{labelOf(request)}</p>
              <p className="dimmed">
                <Who request={request} />
              </p>
              {statements.map(({ verdict, resourceId, person, computer, at, checked, reason }) => (
                <p key={`${computer} ${at}`}>
                  {texts.verdicts[verdict]}{' '}
                  {resourceId !== null && <span className="mono">{resourceId}</span>} {texts.by}{' '}
                  {texts.who(person, computer)} · <ShortMoment at={at} />. {texts.reason} {reason}.{' '}
                  {texts.checked} {checked}
                </p>
              ))}
              {outcome !== null && (
                <p>
                  {texts.came(texts.outcomes[outcome.state])}{' '}
                  {outcome.resourceId !== null && (
                    <span className="mono">{outcome.resourceId}</span>
                  )}
                </p>
              )}
              {isDifferent && (
                <>
                  <StatusMark tone="red">{texts.isDifferent}</StatusMark>
                  <Button
                    size="compact-sm"
                    variant="default"
                    style={{ alignSelf: 'flex-start' }}
                    disabled={blocked !== null}
                    title={blocked ?? undefined}
                    onClick={() => onResolve([claim])}
                  >
                    {texts.again}
                  </Button>
                </>
              )}
            </Stack>
          );
        })}
      </Stack>
    </Section>
  );
}
