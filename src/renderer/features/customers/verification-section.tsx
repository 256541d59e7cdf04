/** Each verification profile and its lists, as a checklist that a person understands (Interface 2.1). */
import { Title } from '@mantine/core';
import type { CustomerDetail, VerificationProfileView } from '../../../bridge/customers.ts';
import { Section } from '../../components/section.tsx';
import { StatusMark, ToneIcon } from '../../components/status-mark.tsx';
import { keyed } from '../../format/keyed.ts';
import { toneOfStatus } from '../../format/status-tone.ts';
import { formatVerificationProfile, sentenceCase } from '../../format/words.ts';
import { type ChecklistGroup, checklistOf, formatError } from './checklist.ts';
import classes from './customers.module.css';
import { customerTexts } from './texts.ts';

export function VerificationSection({ customer }: { customer: CustomerDetail }) {
  const texts = customerTexts.detail;
  return (
    <Section title={texts.verification} lead={texts.verificationLead}>
      {customer.verificationProfiles.length === 0 && <p>{texts.noProfiles}</p>}
      {keyed(customer.verificationProfiles, ({ name }) => name).map(({ key, item }) => (
        <Profile key={key} profile={item} />
      ))}
    </Section>
  );
}

function Profile({ profile }: { profile: VerificationProfileView }) {
  const checklist = checklistOf(profile);
  const { groups, nothingListed, rawName } = customerTexts.detail;
  const words = formatVerificationProfile(profile.name);
  return (
    <div className={classes['profile']}>
      <div className={classes['profileHead']}>
        <div className={classes['profileName']}>
          <Title order={3}>{words}</Title>
          {words !== profile.name && (
            <span className={`mono ${classes['rawName']}`} title={rawName}>
              {profile.name}
            </span>
          )}
        </div>
        <StatusMark tone={toneOfStatus(profile.status)}>{sentenceCase(profile.status)}</StatusMark>
      </div>
      {profile.errors.length > 0 && (
        <ul className={classes['problems']} aria-label={groups.errors}>
          {keyed(profile.errors, formatError).map(({ key, item }) => (
            <li key={key} title={item.name ?? undefined}>
              <ToneIcon tone="red" size={16} /> {formatError(item)}
            </li>
          ))}
        </ul>
      )}
      {checklist.length === 0 && profile.errors.length === 0 && <p>{nothingListed}</p>}
      {checklist.map((group) => (
        <ChecklistGroupView key={group.standing} group={group} />
      ))}
    </div>
  );
}

function ChecklistGroupView({ group }: { group: ChecklistGroup }) {
  const caption = customerTexts.detail.groups[group.standing];
  return (
    <div className={classes['group']}>
      <span className={classes['standing']}>{caption}</span>
      <ul className={classes['checklist']} aria-label={caption}>
        {group.items.map((item) => (
          <li key={item.name} title={item.name}>
            <ToneIcon tone={group.tone} size={16} />
            {item.words}
          </li>
        ))}
      </ul>
    </div>
  );
}
