/** A link to another place of the page. */
import { Anchor, type AnchorProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { Link } from 'wouter';

type PageLinkProps = AnchorProps & Omit<ComponentProps<'a'>, keyof AnchorProps> & { href: string };

export const PageLink = (props: PageLinkProps) => <Anchor component={Link} {...props} />;
