/** Who is in the team: each person with their computers, then relays. */
import { Button, Group, Stack, Table } from '@mantine/core';
import type { JoinedTeam, TeamMember } from '../../../bridge/team.ts';
import { listed } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useProfileId } from '../../app/shell/use-profile-id.ts';
import { Fact, Facts } from '../../components/facts.tsx';
import { ShortMoment } from '../../components/moment.tsx';
import { Notice } from '../../components/notice.tsx';
import { SecretEntryStatus } from '../../components/secret-entry/secret-entry-status.tsx';
import { useDocument } from '../../components/secret-entry/use-document.ts';
import { Section } from '../../components/section.tsx';
import narrow from '../../components/table/narrow-blocks.module.css';
import classes from './team.module.css';
import { teamTexts } from './team-texts.ts';
import { Words } from './words.tsx';

const texts = teamTexts.members;

/** While this computer waits it can open no name; the owners are who may admit it. */
const nameOf = ({ id, name, role }: TeamMember): string =>
  name ?? (role === 'owner' ? texts.ownersComputer : texts.unnamed(id.slice(0, 8)));

/** Logins of the database by which several computers were there last, as sentences. */
const sharedLogins = (members: readonly TeamMember[]): readonly string[] =>
  [...Map.groupBy(members, ({ login }) => login)].flatMap(([login, users]) =>
    login === null || users.length === 1 ? [] : texts.sharedLogin(login, listed(users.map(nameOf))),
  );

/** Persons who are called alike, as sentences: perhaps one, with two voices. */
export const sameNames = (members: readonly TeamMember[]): readonly string[] =>
  [...Map.groupBy(members, ({ foldedPerson }) => foldedPerson)].flatMap(([name, called]) => {
    const isOne = new Set(called.map(({ personId }) => personId)).size === 1;
    return name === null || isOne
      ? []
      : texts.sameName(called[0]?.person ?? '', listed(called.map(nameOf)));
  });

/** A computer that waits can read nothing of how the others are. */
function columnsOf(isWaiting: boolean): readonly string[] {
  const { person, computer, role, seen, version, behind } = texts.columns;
  return isWaiting ? [person, computer, role] : [person, computer, role, seen, version, behind];
}

export function TeamMembers({ team, isOwner }: { team: JoinedTeam; isOwner: boolean }) {
  const isWaiting = team.state === 'waiting';
  const members = isWaiting ? team.members.filter(({ role }) => role === 'owner') : team.members;
  const { bridge } = useBridge();
  const profileId = useProfileId();
  const done = members.map(({ id, role }) => `${id} ${role}`).join();
  const changing = useDocument((id: string) => bridge.team.changeRole({ profileId, id }), done);
  const removing = useDocument((id: string) => bridge.team.remove({ profileId, id }), done);
  return (
    <Section title={texts.title} lead={isWaiting ? texts.waitingLead : texts.lead}>
      <Stack gap="md">
        <div className={classes['scroll']}>
          <Table
            verticalSpacing={6}
            horizontalSpacing="xs"
            className={`${classes['members']} ${narrow['blocks']}`}
          >
            <Table.Caption className="visually-hidden">{texts.title}</Table.Caption>
            <Table.Thead>
              <Table.Tr>
                {columnsOf(isWaiting).map((heading) => (
                  <Table.Th key={heading} scope="col">
                    {heading}
                  </Table.Th>
                ))}
                {isOwner && (
                  <Table.Th scope="col">
                    <span className="visually-hidden">{texts.actions}</span>
                  </Table.Th>
                )}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {partiesOf(members).map((party) =>
                party.computers.map((member, at) => (
                  <Table.Tr key={member.id}>
                    {at === 0 && (
                      <Table.Th scope="rowgroup" rowSpan={party.computers.length}>
                        {party.name}
                      </Table.Th>
                    )}
                    <Computer member={member} />
                    {!isWaiting && <Presence member={member} />}
                    {isOwner && (
                      <Table.Td>
                        <Acts
                          member={member}
                          onChange={() => changing.open(member.id)}
                          onRemove={() => removing.open(member.id)}
                        />
                      </Table.Td>
                    )}
                  </Table.Tr>
                )),
              )}
            </Table.Tbody>
          </Table>
        </div>
        {[...sameNames(members), ...sharedLogins(members)].map((sentence) => (
          <Notice key={sentence} tone="amber">
            {sentence}
          </Notice>
        ))}
        <SecretEntryStatus entry={changing} />
        <SecretEntryStatus entry={removing} />
        <details>
          <summary>{texts.words}</summary>
          <Facts>
            {members.map((member) => (
              <Fact key={member.id} name={nameOf(member)}>
                <Words words={member.words} />
              </Fact>
            ))}
          </Facts>
        </details>
      </Stack>
    </Section>
  );
}

function Computer({ member }: { member: TeamMember }) {
  const { isOwn, isRecovered, url, role, login } = member;
  return (
    <>
      <Table.Td className={classes['name'] ?? ''}>
        {nameOf(member)}
        {isOwn && <span className="dimmed"> · {texts.own}</span>}
        {isRecovered && <span className="dimmed"> · {texts.recovered}</span>}
        {url !== null && <div className="mono">{url}</div>}
        {login !== null && <div className="dimmed">{texts.login(login)}</div>}
      </Table.Td>
      <Table.Td>{teamTexts.roles[role]}</Table.Td>
    </>
  );
}

function Presence({ member }: { member: TeamMember }) {
  const { isOwn, seenAt, version, behind } = member;
  const { columns } = texts;
  const seen = seenAt === null ? texts.notSeen : <ShortMoment at={seenAt} />;
  const place = behind === null ? '' : behind === 0 ? texts.upToDate : teamTexts.entries(behind);
  return (
    <>
      <Table.Td data-label={columns.seen}>{isOwn ? texts.now : seen}</Table.Td>
      <Table.Td data-label={columns.version}>{version}</Table.Td>
      <Table.Td data-label={columns.behind}>{place}</Table.Td>
    </>
  );
}

interface ActsProps {
  member: TeamMember;
  onChange: () => void;
  onRemove: () => void;
}

function Acts({ member, onChange, onRemove }: ActsProps) {
  const name = nameOf(member);
  return (
    <Group gap={4} justify="end" className={classes['acts'] ?? ''}>
      {member.role !== 'relay' && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={texts.changeOne(name)}
          onClick={onChange}
        >
          {texts.change}
        </Button>
      )}
      {!member.isOwn && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="red"
          aria-label={texts.removeOne(name)}
          onClick={onRemove}
        >
          {texts.remove}
        </Button>
      )}
    </Group>
  );
}

/** A person, or a relay, which is nobody's. */
interface Party {
  readonly name: string;
  readonly computers: readonly TeamMember[];
}

/** Own ones first, then in the order in which they came; relays last. */
export function partiesOf(members: readonly TeamMember[]): readonly Party[] {
  const parties = new Map<string, TeamMember[]>();
  for (const member of members) {
    parties.set(member.personId, [...(parties.get(member.personId) ?? []), member]);
  }
  return [...parties.values()]
    .map((computers) => {
      const isOwn = computers.some((computer) => computer.isOwn);
      const isRelay = computers.every(({ role }) => role === 'relay');
      const name = isRelay
        ? teamTexts.roles.relay
        : (computers[0]?.person ?? teamTexts.members.unnamedPerson);
      return { name, computers, place: isOwn ? 0 : isRelay ? 2 : 1 };
    })
    .toSorted((one, other) => one.place - other.place);
}
