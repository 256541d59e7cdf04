/** An arrow back to where a form was opened from. */
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from 'wouter';

export function BackLink({ href, label }: { href: string; label: string }) {
  return (
    <Tooltip label={label}>
      <ActionIcon component={Link} href={href} variant="subtle" color="gray" aria-label={label}>
        <IconArrowLeft size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
