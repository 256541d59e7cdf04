/** An arrow back to where a form was opened from. */
import { ActionIcon } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from 'wouter';
import { Tip } from './tip.tsx';

export function BackLink({ href, label }: { href: string; label: string }) {
  return (
    <Tip label={label}>
      <ActionIcon component={Link} href={href} variant="subtle" color="gray" aria-label={label}>
        <IconArrowLeft size={18} />
      </ActionIcon>
    </Tip>
  );
}
