/** One page of the help as it is read. */
import { Anchor, Code } from '@mantine/core';
import type { Ref } from 'react';
import { PageLink } from '../../components/page-link.tsx';
import { type Keyed, keyed } from '../../format/keyed.ts';
import classes from './help.module.css';
import { type HelpPage, pageName } from './help-pages.ts';
import { type HelpBlock, type HelpInline, plainLines, plainText } from './parse-help.ts';

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

export function HelpArticle({ page, titleRef, ...links }: HelpArticleProps) {
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
