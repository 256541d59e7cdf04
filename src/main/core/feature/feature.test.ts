import { expect, it } from 'vitest';
import { type Feature, noFeatures, type Opened, type ProfileCore } from './feature.ts';

interface Clock {
  readonly time: () => string;
}
const steps: string[] = [];
const clock: Feature<never, Clock> = {
  migrations: [{ id: 'clock-1', up: () => undefined }],
  open: ({ directory }) => {
    steps.push(`clock in ${directory}`);
    return { api: { time: () => 'noon' } };
  },
  procedures: () => ({}),
};
const diary: Feature<never, () => string, { readonly clock: Clock }, { readonly by: string }> = {
  migrations: [{ id: 'diary-1', up: () => undefined }],
  async open(_core, { clock: { time } }, { by }) {
    await Promise.resolve();
    return { api: () => `${by}, ${time()}` };
  },
  procedures: (api, { by }) => {
    steps.push(`${by} asks at ${api('a')()}`);
    return {};
  },
};
// Nothing else of it is asked for here.
const core = { directory: '/a' } as ProfileCore;
const installed = { by: 'Ada' };

it('a list opens features in order, each with those before it, and tells of each at once', async () => {
  const list = noFeatures<typeof installed>().add('clock', clock).add('diary', diary);
  expect(list.migrations.map(({ id }) => id)).toEqual(['clock-1', 'diary-1']);
  const opened: Opened<unknown>[] = [];
  const opening = list.open(core, installed, opened);
  await expect.poll(() => opened.length).toBe(2);
  const apis = await opening;
  expect(apis.diary()).toBe('Ada, noon');
  list.procedures((profileId) => {
    expect(profileId).toBe('a');
    return apis;
  }, installed);
  expect(steps).toEqual(['clock in /a', 'Ada asks at Ada, noon']);
});

it('a list takes a feature only after what that uses', () => {
  // @ts-expect-error: there is no clock before it.
  noFeatures<typeof installed>().add('diary', diary);
  // @ts-expect-error: the installation has no name to sign with.
  noFeatures<unknown>().add('clock', clock).add('diary', diary);
});
