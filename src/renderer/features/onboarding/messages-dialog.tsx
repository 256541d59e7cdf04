/** Texts to customers of what is still needed of them, to copy one by one or all together. */
import { Button, Group, Modal, Skeleton, Stack } from '@mantine/core';
import {
  keepPreviousData,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import type { CustomerDetail } from '../../../bridge/customers.ts';
import type { OnboardingGroup, OnboardingView } from '../../../bridge/onboarding.ts';
import { groupedCount } from '../../../bridge/words.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { CopyIcon, CopyTextButton } from '../../components/copy-button.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { asSeen } from '../../format/hidden-characters.ts';
import { shortId } from '../../format/identifiers.ts';
import { formatCriterion } from '../../format/words.ts';
import { useKnownAt } from '../../stores/known-at.ts';
import { formatError } from '../customers/checklist.ts';
import classes from './onboarding.module.css';
import { onboardingTexts } from './texts.ts';

const texts = onboardingTexts.message;

/** Customers whose texts are shown at a time. */
const atOnce = 50;

interface MessagesButtonProps {
  label: string;
  /** One customer, or a group as it is searched. */
  of: { customerId: string } | { group: OnboardingGroup; search: string };
}

export function MessagesButton({ label, of }: MessagesButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title={texts.title} size="lg">
        <Stack gap="sm">
          <p>{texts.lead}</p>
          {'customerId' in of ? <Messages ids={[of.customerId]} /> : <OfGroup {...of} />}
        </Stack>
      </Modal>
    </>
  );
}

function OfGroup({ group, search }: { group: OnboardingGroup; search: string }) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const [offset, setOffset] = useState(0);
  const input = { group, search, knownAt, offset, limit: atOnce };
  const page = useQuery({
    ...queries.onboarding.list.queryOptions({ input }),
    placeholderData: keepPreviousData,
  });
  const { total = 0, rows = [] } = page.data ?? {};
  // They may be fewer by now than when this part was turned to.
  const last = Math.max(0, Math.ceil(total / atOnce) - 1) * atOnce;
  if (page.data !== undefined && !page.isPlaceholderData && offset > last) setOffset(last);
  return (
    <>
      <ReadFailure query={page} />
      {total > atOnce && <WholeGroup group={group} search={search} total={total} />}
      {total > atOnce && (
        <Group gap="xs">
          <span className="dimmed">
            {!page.isPlaceholderData &&
              texts.part(offset + 1, offset + rows.length, groupedCount(total))}
          </span>
          <Button
            variant="default"
            disabled={offset === 0}
            onClick={() => setOffset(offset - atOnce)}
          >
            {texts.before}
          </Button>
          <Button
            variant="default"
            disabled={offset + atOnce >= total}
            onClick={() => setOffset(offset + atOnce)}
          >
            {texts.next}
          </Button>
        </Group>
      )}
      {rows.length === 0 && total > 0 && <Skeleton height={160} />}
      {page.data !== undefined && (rows.length > 0 || total === 0) && (
        <Messages ids={rows.map(({ customerId }) => customerId)} isPart={total > atOnce} />
      )}
    </>
  );
}

interface Message {
  readonly id: string;
  readonly name: string;
  readonly recipient: string;
  readonly text: string;
}

/** Empty where the customer needs nothing more. */
function messagesOf(
  customer: CustomerDetail | undefined,
  standing: OnboardingView | undefined,
): Message[] {
  const text = customer && standing ? messageTo(customer, standing) : null;
  if (customer === undefined || text === null) return [];
  const name = asSeen(customer.name ?? shortId(customer.id));
  return [{ id: customer.id, name, recipient: recipientOf(customer), text }];
}

const together = (messages: readonly Message[]): string =>
  messages
    .map(({ recipient, text }) => `${texts.to(recipient)}\n\n${text}`)
    .join(`\n\n${'-'.repeat(40)}\n\n`);

/** All messages of a group that is shown in parts: read part by part, then copied at once. */
function WholeGroup(props: { group: OnboardingGroup; search: string; total: number }) {
  const { group, search, total } = props;
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const client = useQueryClient();
  const [done, setDone] = useState(0);
  const collect = useMutation({
    async mutationFn() {
      const all = new Map<string, Message[]>();
      setDone(0);
      for (let offset = 0; ; offset += atOnce) {
        const input = { group, search, knownAt, offset, limit: atOnce };
        const page = await client.fetchQuery(queries.onboarding.list.queryOptions({ input }));
        const { customers, onboarding } = queries;
        const read = async (id: string): Promise<void> => {
          const [customer, standing] = await Promise.all([
            client.fetchQuery(customers.get.queryOptions({ input: { id, knownAt } })),
            client.fetchQuery(
              onboarding.standing.queryOptions({ input: { customerId: id, knownAt } }),
            ),
          ]);
          all.set(id, messagesOf(customer, standing));
        };
        await Promise.all(page.rows.map(({ customerId }) => read(customerId)));
        setDone(all.size);
        if (offset + atOnce < page.total) continue;
        const messages = [...all.values()].flat();
        // Who came or went meanwhile moved the others, and some of them stood on no page.
        const unread = Math.max(0, page.total - all.size);
        return { messages, unread, needNone: all.size - messages.length };
      }
    },
  });
  const { data } = collect;
  return (
    <>
      <ReadFailure query={{ error: collect.error, refetch: () => collect.mutate() }} />
      <Group gap="xs">
        {data === undefined ? (
          <Button variant="default" loading={collect.isPending} onClick={() => collect.mutate()}>
            {texts.collect(groupedCount(total))}
          </Button>
        ) : (
          <CopyTextButton
            text={together(data.messages)}
            label={texts.copyAll(data.messages.length)}
          />
        )}
        <span role="status" className="dimmed">
          {collect.isPending && texts.collected(groupedCount(done), groupedCount(total))}
          {data !== undefined && data.needNone > 0 && texts.skipped(data.needNone)}
          {data !== undefined && data.unread > 0 && ` ${texts.unread(data.unread)}`}
        </span>
      </Group>
    </>
  );
}

interface MessagesProps {
  ids: readonly string[];
  /** Others of the group are not shown. */
  isPart?: boolean;
}

function Messages({ ids, isPart = false }: MessagesProps) {
  const { queries } = useBridge();
  const { knownAt } = useKnownAt();
  const customers = useQueries({
    queries: ids.map((id) => queries.customers.get.queryOptions({ input: { id, knownAt } })),
  });
  const standings = useQueries({
    queries: ids.map((customerId) =>
      queries.onboarding.standing.queryOptions({ input: { customerId, knownAt } }),
    ),
  });
  const all = [...customers, ...standings];
  const failed = all.find(({ error }) => error !== null);
  if (failed !== undefined) {
    const refetch = () => {
      for (const query of all) if (query.error !== null) void query.refetch();
    };
    return <ReadFailure query={{ error: failed.error, refetch }} />;
  }
  if (all.some(({ data }) => data === undefined)) return <Skeleton height={160} />;
  const messages = customers.flatMap(({ data: customer }, index) =>
    messagesOf(customer, standings[index]?.data),
  );
  if (messages.length === 0) return <p>{texts.nothing}</p>;
  return (
    <>
      {messages.length > 1 && (
        <>
          <p className={classes['recipients']}>
            <strong>{texts.recipients(messages.length)}</strong>{' '}
            <span data-veiled>{messages.map(({ name }) => name).join(', ')}</span>
          </p>
          <div>
            <CopyTextButton
              text={together(messages)}
              label={(isPart ? texts.copyThese : texts.copyAll)(messages.length)}
            />
          </div>
        </>
      )}
      {messages.length < ids.length && (
        <p className="dimmed">{texts.skipped(ids.length - messages.length)}</p>
      )}
      {messages.map(({ id, name, text }) => (
        <article key={id} aria-label={name}>
          <Group gap="xs" justify="space-between">
            <strong data-veiled>{name}</strong>
            <CopyIcon text={text} label={texts.copyOne(name)} />
          </Group>
          <pre className={classes['message']}>{text}</pre>
        </article>
      ))}
    </>
  );
}

const sentences = onboardingTexts.message;

type Customer = Pick<CustomerDetail, 'name' | 'isOwnName' | 'email' | 'verificationProfiles'>;

/**
 * What is still needed of a customer, as a text to send to them. It holds nothing of them but the name. Criteria
 * that are held here already are not asked for again: they wait on us.
 */
export function messageTo(
  customer: Customer,
  { profiles }: Pick<OnboardingView, 'profiles'>,
): string | null {
  const asked = profiles.flatMap(({ required, held }) =>
    required.filter((criterion) => !held.includes(criterion)),
  );
  const needed = [...new Set(asked)].map(
    (criterion) => sentences.criteria[criterion] ?? asSeen(formatCriterion(criterion)),
  );
  const errors = customer.verificationProfiles.flatMap((profile) => profile.errors);
  const problems = [...new Set(errors.map((error) => asSeen(formatError(error))))];
  if (needed.length === 0 && problems.length === 0) return null;
  const list = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n');
  return [
    sentences.greeting(nameOf(customer)),
    ...(needed.length === 0 ? [] : [sentences.needed, list(needed)]),
    ...(problems.length === 0 ? [] : [sentences.problems, list(problems)]),
    sentences.ending,
    sentences.regards,
  ].join('\n\n');
}

/** Who a copied message is for, above it: the ID tells apart who are called the same. */
export function recipientOf(customer: Customer & Pick<CustomerDetail, 'id'>): string {
  const name = nameOf(customer);
  return name === null ? asSeen(customer.id) : `${name} (${asSeen(customer.id)})`;
}

/** The customer's own: an own name of ours is not for them to read, and an email is no name. */
function nameOf({ name, isOwnName, email }: Customer): string | null {
  return name === null || isOwnName || name === email ? null : asSeen(name);
}
