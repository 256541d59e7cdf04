/** A section of sandbox controls, striped wherever it stands, and absent wherever there are none. */
import { useQuery } from '@tanstack/react-query';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { useConnection } from '../../app/shell/use-connection.ts';
import { PageLink } from '../../components/page-link.tsx';
import { Section, type SectionProps } from '../../components/section.tsx';
import { useKnownAt } from '../../stores/known-at.ts';
import { customerPaths } from '../customers/paths.ts';
import classes from './sandbox.module.css';
import { sandboxTexts } from './texts.ts';

/** Whether the profile that is shown is the built-in sandbox: that alone takes sample data, and is reset. */
export const useIsBuiltIn = (): boolean => useConnection()?.environment === 'built-in';

/** Whether the window does not look back: the controls are there at the present alone. */
export function useHasControls(): boolean {
  const isControlled = useIsControlled();
  return useKnownAt().knownAt === null && isControlled;
}

/** Whether the profile that is shown is the built-in sandbox, or a hosted one whose control plane was entered. */
export function useIsControlled(): boolean {
  const { queries } = useBridge();
  const { profileId: id = '', environment } = useConnection() ?? {};
  const control = useQuery({
    ...queries.profiles.control.queryOptions({ input: { id } }),
    enabled: environment === 'sandbox',
  });
  const isEntered = environment === 'sandbox' && (control.data?.controlUrl ?? null) !== null;
  return environment === 'built-in' || isEntered;
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

/** Where a customer is needed and none exists. */
export const NoCustomer = () => (
  <p className="dimmed">
    {sandboxTexts.customers.none}{' '}
    <PageLink href={customerPaths.new}>{sandboxTexts.customers.create}</PageLink>
  </p>
);
