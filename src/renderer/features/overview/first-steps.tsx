/** An empty profile: what to do first. */
import { Title } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { CreateButton } from '../../components/create-button.tsx';
import { customerPaths } from '../customers/paths.ts';
import { importPaths } from '../imports/paths.ts';
import { settingsPaths } from '../settings/paths.ts';
import classes from './overview.module.css';
import { overviewTexts } from './texts.ts';

const { first } = overviewTexts;

const steps = [
  { ...first.create, href: customerPaths.new, isMain: true },
  { ...first.import, href: importPaths.into('customers'), isMain: false },
  { ...first.connect, href: settingsPaths.section('profiles'), isMain: false },
];

/** Nothing in every profile but the built-in sandbox. */
const SampleData = lazy(async () => ({
  default: (await import('../sandbox/sample-data.tsx')).SampleData,
}));

export function FirstSteps() {
  return (
    <section className={classes['first']} aria-labelledby="first-steps">
      <Title order={2} id="first-steps" className={classes['firstTitle']}>
        {first.title}
      </Title>
      <p className="dimmed">{first.body}</p>
      <ol className={classes['steps']}>
        {steps.map(({ title, body, action, href, isMain }) => (
          <li key={title}>
            <Title order={3}>{title}</Title>
            <p className="dimmed">{body}</p>
            <CreateButton href={href} variant={isMain ? 'filled' : 'default'}>
              {action}
            </CreateButton>
          </li>
        ))}
      </ol>
      <Suspense>
        <div className={classes['samples']}>
          <SampleData />
        </div>
      </Suspense>
    </section>
  );
}
