/** Where the window was left, so that it opens there again. */
import { z } from 'zod';
import { jsonOrNull } from '../../../platform/json-column.ts';

const bounds = z.object({
  x: z.int().exactOptional(),
  y: z.int().exactOptional(),
  width: z.int().min(480).max(20_000),
  height: z.int().min(360).max(20_000),
});
const windowState = z.object({ bounds, isMaximized: z.boolean() });
export type WindowState = z.infer<typeof windowState>;

export const initialWindowState: WindowState = {
  bounds: { width: 1280, height: 840 },
  isMaximized: false,
};

/** Reads what was kept. A file that is missing, damaged or of another shape gives the initial state. */
export const parseWindowState = (text: string | null): WindowState =>
  (text === null ? null : jsonOrNull(windowState, text)) ?? initialWindowState;

/** Drops a position that no display shows any more, so that the window can't open out of sight. */
export function visibleOn(
  state: WindowState,
  displays: readonly Required<WindowState['bounds']>[],
): WindowState {
  const { x, y, width, height } = state.bounds;
  if (x === undefined || y === undefined) return state;
  const isSeen = displays.some(
    (display) =>
      x + width > display.x + 80 &&
      x < display.x + display.width - 80 &&
      y >= display.y - 8 &&
      y < display.y + display.height - 80,
  );
  return isSeen ? state : { ...state, bounds: { width, height } };
}
