import { expect, it } from 'vitest';
import type { TeamPerson } from '../../features/team/membership-acts.ts';
import { withPerson } from './admit-document.ts';

const persons: readonly TeamPerson[] = [
  { id: 'a', name: 'Ada Byron', computers: ['Desk'] },
  { id: 'b', name: 'Bob Byrne', computers: ['Laptop', 'Tower'] },
  { id: 'c', name: null, computers: ['Spare'] },
];

async function admitted(personName: string | null, samePerson?: string) {
  const done: unknown[] = [];
  const act = async (whose: unknown) => ({ sentence: `${done.push(whose)}` });
  const first = await withPerson({ person: null, personName }, persons, act);
  if (!('next' in first)) return { done, asked: null };
  expect(done).toEqual([]);
  if (samePerson !== undefined) await first.next.act(new URLSearchParams({ samePerson }));
  return { done, asked: first.next };
}

it('a new person with a name that somebody has is asked about before it is admitted', async () => {
  for (const name of ['bob byrne', ' Bob Byrne ', 'BOB BYRNE', 'Ｂob Byrne']) {
    const { asked } = await admitted(name);
    expect(asked?.title).toBe('There is a Bob Byrne already');
    expect(asked?.fields?.[0]?.choices?.map(({ value }) => value)).toEqual(['b', 'new']);
  }
  expect((await admitted('bob byrne', 'b')).done).toEqual([{ person: 'b', personName: null }]);
  expect((await admitted('bob byrne', 'new')).done).toEqual([
    { person: null, personName: 'bob byrne' },
  ]);
  await expect(admitted('bob byrne', 'a')).rejects.toMatchObject({ code: 'INVALID' });
});

it('other names, no name and somebody of the team are admitted without asking', async () => {
  for (const name of ['Bob', 'Grace', null]) {
    const whose = { person: null, personName: name };
    expect(await admitted(name)).toEqual({ done: [whose], asked: null });
  }
});
