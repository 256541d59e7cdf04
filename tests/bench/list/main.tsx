/**
 * The peer of the timeline's list: a bare virtual list of the same length and height of row, with six
 * cells of text in a row and nothing behind them.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { createRoot } from 'react-dom/client';

/** Chromium draws no element that is taller, so a bare list can't be longer. */
const TALLEST = 16_000_000;
const ROW = 36;
const COUNT = Math.floor(TALLEST / ROW);
const cells = ['09:00:00.000', 'payout.create', 'Ada Byron', 'genuine', '+0.4 s', 'late'];

function List() {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: COUNT,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 5,
  });
  return (
    <div ref={scroller} data-scroller style={{ height: '100vh', overflowY: 'auto' }}>
      <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map(({ key, index, start }) => (
          <div
            key={key}
            style={{
              position: 'absolute',
              height: ROW,
              width: '100%',
              display: 'grid',
              gridTemplateColumns: 'repeat(6, 1fr)',
              transform: `translateY(${start}px)`,
            }}
          >
            {cells.map((cell) => (
              <div key={cell}>{`${cell} ${index}`}</div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

const host = document.getElementById('root');
if (host === null) throw new Error('The page has no root.');
document.body.style.margin = '0';
createRoot(host).render(<List />);
