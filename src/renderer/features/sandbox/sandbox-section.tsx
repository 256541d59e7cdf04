/** A section of sandbox controls, striped wherever it stands, and absent wherever there are none. */
import { useConnection } from '../../app/shell/use-connection.ts';
import { Section, type SectionProps } from '../../components/section.tsx';
import { useKnownAt } from '../../stores/known-at.ts';
import classes from './sandbox.module.css';
import { sandboxTexts } from './texts.ts';

/** Whether the profile that is shown has controls, and the window does not look back. */
export function useHasControls(): boolean {
  const isBuiltIn = useConnection()?.environment === 'built-in';
  return useKnownAt().knownAt === null && isBuiltIn;
}

export const SandboxMark = () => <span className={classes['mark']}>{sandboxTexts.mark}</span>;

export function SandboxSection({ action, ...props }: SectionProps) {
  if (!useHasControls()) return null;
  return (
    <div className={classes['within']}>
      <Section {...props} action={action ?? <SandboxMark />} />
    </div>
  );
}
