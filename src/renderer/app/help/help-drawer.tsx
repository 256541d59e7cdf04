/** The help of the screen that one is on, and a search over all of it. */
import { Anchor, Button, Code, Drawer, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type Ref, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { Failed } from '../../components/failure-notice.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { useFocusBack } from '../../components/use-focus-back.ts';
import { type Keyed, keyed } from '../../format/keyed.ts';
import { helpTexts as texts } from '../../texts/help.ts';
import { stateTexts } from '../../texts/states.ts';
import { useBridge } from '../bridge/bridge-context.ts';
import { home } from '../features.ts';
import { useProfileId } from '../shell/use-profile-id.ts';
import classes from './help.module.css';
import {
  general,
  type HelpPage,
  helpNameAt,
  helpPage,
  helpPages,
  pageName,
  searchHelp,
} from './help-pages.ts';
import { type HelpBlock, type HelpInline, plainLines, plainText } from './parse-help.ts';

export interface HelpDrawerProps {
  isOpen: boolean;
  onClose: () => void;
}

export function HelpDrawer({ isOpen, onClose }: HelpDrawerProps) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={420}
      title={texts.title}
      styles={{ title: { fontWeight: 600 }, inner: { insetInline: 0 } }}
      portalProps={{ target: '#content' }}
      closeButtonProps={{ 'aria-label': stateTexts.close }}
      transitionProps={{ duration: 0 }}
      overlayProps={{ backgroundOpacity: 0.2 }}
      // Given back by what it holds, which is there from its first opening on.
      returnFocus={false}
    >
      <HelpContent onClose={onClose} />
    </Drawer>
  );
}

function HelpContent({ onClose }: { onClose: () => void }) {
  useFocusBack();
  const [location] = useLocation();
  const [name, setName] = useState(() => helpNameAt(location));
  const [query, setQuery] = useState('');
  const results = searchHelp(helpPages, query);
  const isSearching = query.trim() !== '';
  const page = helpPage(name);
  const title = useRef<HTMLHeadingElement>(null);
  /** A page that was chosen is read from its title on. */
  const [chosen, setChosen] = useState(0);
  useEffect(() => {
    if (chosen > 0) title.current?.focus();
  }, [chosen]);
  const choose = (next: string) => {
    setName(next);
    setQuery('');
    setChosen((times) => times + 1);
  };
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (results[0] !== undefined) choose(results[0].name);
        }}
      >
        <TextInput
          data-autofocus
          aria-label={texts.search}
          placeholder={texts.search}
          leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
          value={query}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      </form>
      <p className={classes['state']} role="status">
        {isSearching && (results.length === 0 ? texts.none(query) : texts.count(results.length))}
      </p>
      {isSearching ? (
        <ul className={classes['results']} aria-label={texts.results}>
          {results.map((result) => (
            <li key={result.name}>
              <UnstyledButton className={classes['result']} onClick={() => choose(result.name)}>
                <strong>{result.title}</strong>
                <span>{result.line}</span>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      ) : (
        <>
          {page && <HelpArticle page={page} titleRef={title} onPage={choose} onScreen={onClose} />}
          {page?.name === general && <FirstStepsAgain onBegun={onClose} />}
          <nav className={classes['pages']} aria-label={texts.pages}>
            <h3>{texts.pages}</h3>
            <ul>
              {helpPages.map((one) => (
                <li key={one.name}>
                  <UnstyledButton
                    className={classes['page']}
                    aria-current={one.name === name ? 'page' : undefined}
                    onClick={() => choose(one.name)}
                  >
                    {one.title}
                  </UnstyledButton>
                </li>
              ))}
            </ul>
          </nav>
        </>
      )}
    </>
  );
}

/** The steps of the overview that come by themselves only once. */
function FirstStepsAgain({ onBegun }: { onBegun: () => void }) {
  const { bridge } = useBridge();
  const profileId = useProfileId();
  const [, navigate] = useLocation();
  const begin = useMutation({
    mutationFn: () =>
      bridge.overview.setFirstSteps({ steps: { skipped: [], isOver: false }, profileId }),
    onSuccess: () => {
      onBegun();
      navigate(home);
    },
  });
  return (
    <>
      <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
        {texts.firstSteps}
      </Button>
      <Failed error={begin.error} />
    </>
  );
}

interface Links {
  /** To another page. */
  onPage: (name: string) => void;
  /** To a screen. */
  onScreen: () => void;
}

interface HelpArticleProps extends Links {
  page: HelpPage;
  titleRef: Ref<HTMLHeadingElement>;
}

/** One page of the help as it is read. */
function HelpArticle({ page, titleRef, ...links }: HelpArticleProps) {
  return (
    <article className={classes['article']}>
      {keyed(page.blocks, ({ kind }) => kind).map(({ key, item }) =>
        item.kind === 'title' ? (
          <h3 key={key} ref={titleRef} tabIndex={-1}>
            {plainLines(item)}
          </h3>
        ) : (
          <Block key={key} block={item} links={links} />
        ),
      )}
    </article>
  );
}

function Block({ block, links }: { block: HelpBlock; links: Links }) {
  if (block.kind === 'list') {
    return (
      <ul>
        {keyed(block.items, plainText).map(({ key, item }) => (
          <li key={key}>
            <Inlines inlines={item} links={links} />
          </li>
        ))}
      </ul>
    );
  }
  const Tag = block.kind === 'paragraph' ? 'p' : 'h4';
  return (
    <Tag>
      <Inlines inlines={block.inlines} links={links} />
    </Tag>
  );
}

function Inlines({ inlines, links }: { inlines: readonly HelpInline[]; links: Links }) {
  return keyed(inlines, ({ kind }) => kind).map(({ key, item }: Keyed<HelpInline>) => {
    if (item.kind === 'code') return <Code key={key}>{item.text}</Code>;
    if (item.kind === 'bold') return <strong key={key}>{item.text}</strong>;
    if (item.kind !== 'link') return item.text;
    const { text, to } = item;
    return to.startsWith('#') ? (
      <PageLink key={key} href={to.slice(1)} onClick={links.onScreen}>
        {text}
      </PageLink>
    ) : (
      <Anchor key={key} component="button" type="button" onClick={() => links.onPage(pageName(to))}>
        {text}
      </Anchor>
    );
  });
}
