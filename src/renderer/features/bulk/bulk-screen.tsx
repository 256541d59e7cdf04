/** Many creates from one file: the runs, a new one, and each step on the way. */
import { DraftScreen } from './draft/draft-screen.tsx';
import { RunList } from './list/run-list.tsx';
import { placeOf } from './places.ts';
import { RunScreen } from './run/run-screen.tsx';
import { StartScreen } from './start/start-screen.tsx';

/** `rest` is what follows `/bulk/` in the address. */
export function BulkScreen({ rest }: { rest: string }) {
  const place = placeOf(rest);
  switch (place.part) {
    case 'runs':
      return <RunList />;
    case 'new':
      return <StartScreen kind={place.kind} />;
    case 'draft':
      return <DraftScreen key={place.id} id={place.id} step={place.step} rows={place.rows} />;
    case 'run':
      return <RunScreen key={place.id} id={place.id} rows={place.rows} />;
  }
}
