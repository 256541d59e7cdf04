/** The audit log: read, searched, checked and exported; who acts, and what a person says of an alarm. */
import { implement } from '@orpc/server';
import { auditContract } from '../../../bridge/audit.ts';
import { longInstant } from '../../../bridge/instants.ts';
import { type AuditReader, openAuditReader } from '../../core/audit/audit-reader.ts';
import type { AskPerson, Confirmation } from '../../core/feature/confirmation.ts';
import type { Feature, ProfileCore } from '../../core/feature/feature.ts';
import { invalidOf } from '../../core/intents/failed.ts';
import { type AuditLog, createAuditLog } from './audit-log.ts';

export interface AuditApi {
  readonly log: AuditLog;
  readonly reader: AuditReader;
  readonly core: Pick<ProfileCore, 'anchor' | 'audit' | 'notify' | 'profile' | 'person'>;
}

export interface AuditInstalled {
  readonly ask: AskPerson;
  /** Stores the name that the person at the computer gives themselves; empty takes it away. */
  readonly namePerson: (name: string) => void;
}

const audit = implement(auditContract);

export const auditFeature: Feature<'audit', AuditApi, unknown, AuditInstalled> = {
  open(core) {
    const onChange = (topic: 'exports' | 'audit') => core.notify({ topic, ids: [] });
    const reader = openAuditReader({
      file: core.sqlite.file,
      key: core.dataKey,
      clock: core.clock,
      onChange: () => onChange('audit'),
    });
    const log = createAuditLog({ ...core, reader, onChange });
    return { api: { log, reader, core }, close: reader.close };
  },
  procedures: (api, { ask, namePerson }) => ({
    audit: {
      list: audit.list.handler(({ input }) => api().log.list(input)),
      facets: audit.facets.handler(() => api().log.facets()),
      state: audit.state.handler(() => api().log.state()),
      verify: audit.verify.handler(() => api().log.verify()),
      export: audit.export.handler(({ input }) => api().log.export(input.filter, input.format)),
      nameYourself: audit.nameYourself.handler(async () => {
        const { core } = api();
        return { path: await ask(nameDocument(core, namePerson)) };
      }),
      acceptAlarm: audit.acceptAlarm.handler(async () => {
        const { core } = api();
        return { path: await ask(alarmDocument(core)) };
      }),
    },
  }),
};

type Core = AuditApi['core'];
const invalid = invalidOf('audit');

function nameDocument({ person, audit, notify }: Core, keep: (name: string) => void): Confirmation {
  const who = person();
  if (who === null) throw invalid('This system does not say who is signed in.');
  return {
    title: 'Your name in the audit log',
    paragraphs: [
      'The audit log records the system’s name of whoever is signed in. From now on it records your own name beside it. Earlier entries stay as they are.',
    ],
    facts: [
      ['System’s name', who.by],
      ...(who.byName === undefined ? [] : ([['Current name', who.byName]] as const)),
    ],
    fields: [
      {
        name: 'name',
        label: 'Your name',
        isOpen: true,
        isOptional: true,
        help: 'As your colleagues and auditors know you. Leave it empty to remove it.',
      },
    ],
    button: 'Save name',
    act(fields) {
      const name = (fields.get('name') ?? '').trim();
      if (name.length > 100) throw invalid('Enter a name of at most 100 characters.');
      keep(name);
      audit.append({ action: 'person.named', facts: {} });
      notify({ topic: 'audit', ids: [] });
      return { sentence: name === '' ? 'Your name was removed.' : 'Your name was saved.' };
    },
  };
}

const problems = {
  cut: 'The log ends before an entry that was signed and anchored.',
  replaced: 'An entry that was signed and anchored was replaced by another one.',
  missing: 'The file with the signed head is missing.',
  unreadable: 'The file with the signed head was changed.',
  foreign: 'The signed head is of another log or of another key.',
} as const;

function alarmDocument({ anchor, audit, notify, profile }: Core): Confirmation {
  const alarm = anchor.alarm();
  if (alarm === null) throw invalid('The audit log fits its signed head.');
  const { problem, anchored, found } = alarm;
  return {
    title: 'Accept the audit log as it is',
    paragraphs: [
      'Accept the log only if you know the cause, for example an older copy that was restored on purpose. Entries made after that copy are lost, and so is the data they were about.',
      'Causeway keeps the signed head that does not fit, with your reason. The audit log records the reason, too.',
    ],
    facts: [
      ['Profile', profile.name],
      ['Problem', problems[problem]],
      [
        'Signed',
        anchored === null
          ? 'not readable'
          : `${anchored.sequence} entries, ${longInstant(anchored.at)}`,
      ],
      ['Found', `${found} entries`],
    ],
    fields: [{ name: 'reason', label: 'Reason', help: 'What happened to the data.', isOpen: true }],
    button: 'Accept the log',
    async act(fields) {
      const reason = (fields.get('reason') ?? '').trim();
      if (reason === '') throw invalid('Enter what happened to the data.');
      if (reason.length > 500) throw invalid('Enter a reason of at most 500 characters.');
      if (anchor.alarm() === null) throw invalid('The audit log fits its signed head.');
      // First: cut off in between, the reason is beside the signed head, and the log says nothing that is not so.
      await anchor.accept(reason).catch(() => {
        throw invalid(
          'The audit log could not be signed, so it was not accepted. The disk may be full. The log has the details.',
        );
      });
      audit.append({
        action: 'audit.accepted',
        facts: { problem, signed: anchored?.sequence ?? null, found, note: reason },
      });
      notify({ topic: 'audit', ids: [] });
      return { sentence: 'The audit log is signed and anchored again as it is.' };
    },
  };
}
