/** Help beside a field: a mark that tells what docs/help says of it. F1 does the same in an input. */
import { InputWrapperContext } from '@mantine/core';
import {
  type ComponentType,
  createContext,
  type ReactNode,
  Suspense,
  useContext,
  useId,
  useState,
} from 'react';
import classes from './field-help.module.css';

export interface FieldMarkProps {
  /** ID of the element that names the field. */
  labelId: string;
  /** Title of the part that it stands in. */
  section: string | undefined;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
  /** Right behind the label of an input, which is no parent of it. */
  isBeside: boolean;
}

/** What knows the help, which knows every screen: the frame hands it down. null: there is none. */
export const FieldMarks = createContext<ComponentType<FieldMarkProps> | null>(null);

/** Title of the part of a page that a field stands in. */
export const SectionTitle = createContext<string | undefined>(undefined);

/** Around every input with a label, by the theme. */
export const withFieldHelp = (input: ReactNode): ReactNode => <InputHelp>{input}</InputHelp>;

function InputHelp({ children }: { children: ReactNode }) {
  const { labelId } = useContext(InputWrapperContext);
  const section = useContext(SectionTitle);
  const FieldMark = useContext(FieldMarks);
  const [isOpen, setOpen] = useState(false);
  if (labelId === undefined || FieldMark === null) return children;
  return (
    <div
      role="none"
      onKeyDown={(event) => {
        if (event.key !== 'F1') return;
        event.preventDefault();
        setOpen(true);
      }}
    >
      {children}
      <Suspense>
        <FieldMark {...{ labelId, section, isOpen }} onChange={setOpen} isBeside />
      </Suspense>
    </div>
  );
}

/** The name of a value that is shown. */
export function FactName({ children }: { children: ReactNode }) {
  const section = useContext(SectionTitle);
  const labelId = useId();
  const FieldMark = useContext(FieldMarks);
  const [isOpen, setOpen] = useState(false);
  if (FieldMark === null) return children;
  return (
    <>
      <span id={labelId}>{children}</span>
      <Suspense>
        <span className={classes['ofFact']} data-open={isOpen || undefined}>
          <FieldMark {...{ labelId, section, isOpen }} onChange={setOpen} isBeside={false} />
        </span>
      </Suspense>
    </>
  );
}
