/** For `onFocus` of what scrolls aside: browsers leave what is half in sight as it is. */
import type { FocusEvent } from 'react';

export const intoSight = ({ target }: FocusEvent): void =>
  target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
