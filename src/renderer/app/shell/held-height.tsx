/** Lines over a screen, which do not move it while a pointer is pressed (hold-height.ts). */
import { type ReactNode, useEffect, useRef } from 'react';
import { holdHeightWhilePressed } from './hold-height.ts';
import classes from './shell.module.css';

export function HeldHeight({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current === null) return;
    return holdHeightWhilePressed(window, box.current, { after });
  }, []);
  return (
    <div ref={box} className={classes['notices']}>
      {children}
    </div>
  );
}

function after(task: () => void, milliseconds: number): () => void {
  const timer = setTimeout(task, milliseconds);
  return () => clearTimeout(timer);
}
