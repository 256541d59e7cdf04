/** What the shared components say, rendered without a browser. */
import { MantineProvider } from '@mantine/core';
import { ORPCError } from '@orpc/client';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { ConnectionView } from '../../bridge/connection.ts';
import { longInstant } from '../../bridge/instants.ts';
import { EnvironmentBand } from '../app/shell/shell.tsx';
import { toFailure } from '../format/failures.ts';
import { failureTexts, rawResponseTexts } from '../texts/failures.ts';
import { DetailStates } from './detail-states.tsx';
import { DialogActions } from './dialog-actions.tsx';
import { EmptyState } from './empty-state.tsx';
import { Fact, Facts } from './facts.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { GroupedAddress, ShortIdentifier } from './identifier.tsx';
import { JsonTree } from './json-tree.tsx';
import { NameOrId } from './name-or-id.tsx';
import { Notice } from './notice.tsx';
import { OutsideText } from './outside-text.tsx';
import { ReadFailure } from './read-failure.tsx';
import { StatusMark } from './status-mark.tsx';
import { TableHead } from './table/table-head.tsx';

const rendered = (node: ReactNode): string =>
  renderToStaticMarkup(<MantineProvider>{node}</MantineProvider>);

/** The text alone, as a person reads it. */
const textOf = (node: ReactNode): string =>
  rendered(node)
    .replace(/<style[^>]*>.*?<\/style>/gs, '')
    .replace(/<[^>]+>/g, '')
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<');

it('what is only to be known, a state that rests and an empty list look like nothing at work', () => {
  expect(rendered(<Notice tone="grey">Said.</Notice>)).toContain('tabler-icon-info-circle');
  expect(rendered(<StatusMark tone="grey">Paused</StatusMark>)).toContain('icon-circle-minus');
  const empty = rendered(<EmptyState title="None yet" body="" headings={['State', 'Amount']} />);
  expect(empty.match(/<span/g)).toHaveLength(2);
});

describe('the buttons of a dialog', () => {
  it('stand in one order: Cancel, then the act, which is the filled one', () => {
    const act = { action: 'Remove tunnel', onCancel: () => undefined, onAct: () => undefined };
    const [cancel, acts, ...more] = rendered(<DialogActions {...act} isQuestion />)
      .split('<button')
      .slice(1);
    expect(more).toEqual([]);
    expect(cancel).toMatch(/data-variant="default".*data-autofocus="true".*Cancel/s);
    expect(acts).toContain('Remove tunnel');
    expect(acts).not.toContain('data-variant'); // Filled is the default.
    expect(acts).not.toContain('autofocus');
  });
});

describe('a failure', () => {
  const failure = {
    ...toFailure(null),
    code: 'REFUSED' as const,
    sentence: 'Nothing was created.',
    messages: ['phone: must match ^+[0-9]$', 'Required'],
    requestId: 'request_9',
    status: 400,
  };

  it('shows the sentence, the service’s words word for word, status and request id', () => {
    const text = textOf(<FailureNotice failure={failure} />);
    expect(text).toContain('Nothing was created.');
    expect(text).toContain('phone: must match ^+[0-9]$');
    expect(text).toContain('Required');
    expect(text).toContain('HTTP 400');
    expect(text).toContain('request_9');
  });

  it('calls nothing the service’s own words that Causeway said itself', () => {
    expect(textOf(<FailureNotice failure={failure} />)).toContain(failureTexts.serviceWords);
    const data = { issues: [{ message: 'must be an email address', path: ['input', 'email'] }] };
    const own = textOf(
      <FailureNotice failure={toFailure(new ORPCError('BAD_REQUEST', { data }))} />,
    );
    expect(own).toContain('email: must be an email address');
    expect(own).toContain(failureTexts.ownWords);
    expect(own).not.toContain('service’s');
  });

  it('has the whole answer to a read beside its words, closed until somebody asks', () => {
    const answer = { text: '{"odd":1}', bytes: 9, isShortened: false };
    const withAnswer = rendered(<FailureNotice failure={{ ...failure, answer }} />);
    expect(withAnswer).toContain(`<summary>${rawResponseTexts.title}</summary></details>`);
    expect(textOf(<FailureNotice failure={failure} />)).not.toContain(rawResponseTexts.title);
  });

  it('says until when the service asks to wait, and nothing of waiting where it does not ask', () => {
    const retryAt = '2026-11-20T12:00:07.000Z';
    expect(textOf(<FailureNotice failure={{ ...failure, retryAt }} />)).toContain(
      failureTexts.retryAt(longInstant(retryAt)),
    );
    expect(textOf(<FailureNotice failure={failure} />)).not.toContain('wait');
  });

  it('is an alert, and offers trying again only where that can help', () => {
    const again = () => undefined;
    expect(rendered(<FailureNotice failure={failure} />)).toContain('role="alert"');
    expect(textOf(<FailureNotice failure={failure} onTryAgain={again} />)).not.toContain('Try');
    const helpful = { ...failure, canTryAgain: true };
    expect(textOf(<FailureNotice failure={helpful} onTryAgain={again} />)).toContain('Try again');
  });
});

describe('identifiers', () => {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7';

  it('a short one is whole on hover', () => {
    const html = rendered(<ShortIdentifier id={address} what="wallet address" />);
    expect(html).toContain(`title="${address}"`);
    expect(textOf(<ShortIdentifier id={address} what="wallet address" />)).toBe(
      '0x5290…9EE7 Copy wallet address',
    );
    // Nothing to read out until it is copied: lists are full of them.
    expect(html).not.toContain('aria-live');
    expect(html).toContain('role="status"></span>');
  });

  it('one to confirm is whole, and its gaps are not in the text', () => {
    expect(textOf(<GroupedAddress address={address} />)).toBe(address);
  });

  it('stands in its own typeface where it stands for a name', () => {
    const id = 'customer_0123456789abcdef';
    expect(rendered(<NameOrId name={null} id={id} />)).toContain(
      '<span class="mono">012345…cdef</span>',
    );
    expect(rendered(<NameOrId name="Ada Byron" id={id} />)).not.toContain('mono');
  });
});

it('a list loads as rows, a detail as names and values', () => {
  const query = { data: undefined, error: null, refetch: () => Promise.reject() };
  const list = (
    <DetailStates query={query} isList>
      {() => null}
    </DetailStates>
  );
  expect(rendered(list)).toContain('data-facts="false"');
  expect(rendered(<DetailStates query={query}>{() => null}</DetailStates>)).toContain(
    'data-facts="true"',
  );
});

it('says what can’t be read, and offers to read again what may be there', () => {
  const failed = (error: unknown, title?: string) =>
    rendered(
      <ReadFailure
        query={{ error, refetch: () => undefined }}
        {...(title === undefined ? {} : { title })}
      />,
    );
  const { notRead, tryAgain } = failureTexts;
  expect(failed(new Error('x'))).toContain(notRead);
  expect(failed(new Error('x'), 'The webhooks')).not.toContain(notRead);
  expect(failed(new Error('x'))).toContain(tryAgain);
  const gone = failed(new ORPCError('NOT_FOUND', { data: { sentence: 'Not here.' } }));
  expect(gone).toContain(failureTexts.titles.NOT_FOUND);
  expect(gone).not.toContain(tryAgain);
});

describe('the JSON tree', () => {
  it('shows every value, and tells null, empty and missing apart', () => {
    const text = textOf(
      <JsonTree value={{ id: 'x', none: null, list: [], nested: { a: [1, true] } }} />,
    );
    for (const part of ['id', '"x"', 'none', 'null', 'list', '[ ]', 'nested', '1', 'true']) {
      expect(text).toContain(part);
    }
  });

  it('shows what can’t be seen as an escape, and what was written so as it was written', () => {
    const html = rendered(<JsonTree value={{ 'na\u200Bme': 'a\u202Eb', text: 'a\\u202Eb' }} />);
    expect(html).not.toMatch(/[\u200B\u202E]/);
    expect(html).toContain('>\\u200B</span>me');
    expect(html).toContain('&quot;a<span');
    expect(html).toContain('>\\u202E</span>b&quot;');
    expect(html).toContain('&quot;a\\\\u202Eb&quot;');
  });
});

describe('text from outside', () => {
  it('has a mark at each character that can’t be seen, in an address and a fact too', () => {
    const html = rendered(
      <>
        <GroupedAddress address={'0x52\u200B90'} />
        <Facts>
          <Fact name="Name">
            {'Ada\u202E'} {1}
          </Fact>
        </Facts>
      </>,
    );
    expect(html).not.toMatch(/[\u200B\u202E]/);
    expect(html.match(/title="Invisible characters"/g)).toHaveLength(2);
  });

  it('that is full of them has no more marks than a page can show', () => {
    const html = rendered(<OutsideText text={'a\u200B'.repeat(10_000)} />);
    expect(html).toContain('a\\u200Ba\\u200B');
    expect(html).not.toContain('<span');
  });
});

it('a status is never colour alone', () => {
  const html = rendered(<StatusMark tone="amber">Incomplete</StatusMark>);
  expect(html).toContain('<svg');
  expect(html).toContain('Incomplete');
});

describe('the band', () => {
  const connection = (environment: ConnectionView['environment']): ConnectionView => ({
    profileId: 'p',
    profileName: 'Acme',
    environment,
    mode: 'full',
    service: { state: 'reachable', at: null, sentence: null },
    tokenExpiresAt: null,
    writesBlocked: null,
    approvalBlocked: null,
    baseUrl: null,
    unknownIntents: 0,
    vault: { state: 'unlocked', backing: 'keychain' },
  });

  it.each([
    ['production', 'PRODUCTION'],
    ['sandbox', 'SANDBOX'],
    ['built-in', 'SANDBOX'],
  ] as const)('%s says %s with the profile’s name', (environment, word) => {
    const text = textOf(<EnvironmentBand connection={connection(environment)} />);
    expect(text).toContain(word);
    expect(text).toContain('Acme');
  });
});

describe('the head of a list', () => {
  const columns = [
    { key: 'name', header: 'Name', sort: 'name' as const, track: '1fr', render: () => '' },
    { key: 'type', header: 'Type', sort: 'type' as const, track: '1fr', render: () => '' },
    { key: 'pair', header: 'Pair', track: '1fr', render: () => '' },
  ];
  const html = rendered(
    <TableHead
      columns={columns}
      template="1fr 1fr 1fr"
      scrollbar={0}
      sort={{ sort: 'name', direction: 'descending' }}
      onSort={() => undefined}
    />,
  );

  it('says which column sorts and how', () => {
    expect(html.match(/aria-sort="[a-z]+"/g)).toEqual([
      'aria-sort="descending"',
      'aria-sort="none"',
    ]);
  });

  it('a column that does not sort is no button', () => {
    expect(html.match(/<button/g)).toHaveLength(2);
  });
});
