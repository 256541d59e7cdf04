/**
 * A list with its detail beside it, resizable, so that the list stays in view. Under 1100 px the
 * detail takes the whole page. The code of the detail may still be on its way.
 */
import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, type ReactNode, Suspense, useRef } from 'react';
import { useStore } from 'zustand';
import { clampPanelWidth, panelBounds, useLayoutStore } from '../stores/layout.ts';
import { stateTexts } from '../texts/states.ts';
import classes from './split-view.module.css';
import { SkeletonTable } from './table/skeleton-table.tsx';

export const useIsNarrow = (): boolean =>
  useMediaQuery('(max-width: 1099px)', undefined, { getInitialValueInEffect: false });

interface SplitViewProps<Id> {
  list: ReactNode;
  /** What of the list is open; null where nothing is. */
  selected: Id | null;
  detail: (selected: Id) => ReactNode;
}

export function SplitView<Id extends string | number>(props: SplitViewProps<Id>) {
  const { list, selected, detail } = props;
  const isNarrow = useIsNarrow();
  const layout = useLayoutStore();
  const width = useStore(layout, (state) => state.panelWidth);
  // Both stay in their places in the tree: the list keeps its own when a detail comes and goes, and
  // the detail what is typed and open in it when the window gets narrow or wide.
  const isHidden = selected !== null && isNarrow;
  return (
    <div className={classes['split']}>
      <div className={classes['list']} hidden={isHidden}>
        {list}
      </div>
      {selected !== null && !isNarrow && (
        <Divider width={width} onWidth={layout.getState().setPanelWidth} />
      )}
      {selected !== null && (
        <div
          className={isNarrow ? classes['whole'] : classes['panel']}
          style={isNarrow ? undefined : { width }}
        >
          {/* What is typed and open beside one record never stands beside the next. */}
          <Suspense key={selected} fallback={<SkeletonTable />}>
            {detail(selected)}
          </Suspense>
        </div>
      )}
    </div>
  );
}

function Divider({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const start = useRef<{ x: number; width: number } | null>(null);
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width };
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (start.current === null) return;
    onWidth(start.current.width + start.current.x - event.clientX);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowLeft' ? 24 : event.key === 'ArrowRight' ? -24 : 0;
    if (step === 0) return;
    event.preventDefault();
    onWidth(width + step);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule that moves is a separator with a value
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={stateTexts.resize}
      aria-valuenow={clampPanelWidth(width)}
      aria-valuemin={panelBounds.least}
      aria-valuemax={panelBounds.most}
      tabIndex={0}
      className={classes['divider']}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        start.current = null;
      }}
      onKeyDown={onKeyDown}
    />
  );
}
