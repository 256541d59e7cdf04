/**
 * The wallet field: what is pasted is cleaned and compared with the clipboard, and a secret is taken
 * out before anything keeps it.
 */
import {
  type ClipboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { cleanedAddress } from '../../../contract/addresses/clean.ts';
import { type SecretKind, secretIn } from '../../../contract/addresses/secrets.ts';

export interface PasteNote {
  spaces: number;
  invisible: number;
  /** The field holds something else than the clipboard did. */
  differs: boolean;
}

export interface WalletFieldState {
  input: RefObject<HTMLInputElement | null>;
  onChange: (typed: string) => void;
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void;
  onLeave: (typed: string) => void;
  /** What was taken out of the field; null when nothing was. */
  refused: SecretKind | null;
  /** What became of the last paste; null when nothing is to be said of it. */
  pasted: PasteNote | null;
}

export interface WalletFieldOptions {
  /** It did when the field was left. */
  differs: boolean;
  /** Whether the field holds something else than was pasted: said whenever that changes. */
  onDiffers: (differs: boolean) => void;
}

export function useWalletField(
  value: string,
  setValue: (value: string) => void,
  { differs, onDiffers }: WalletFieldOptions,
): WalletFieldState {
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<SecretKind | null>(null);
  const [pasted, setPasted] = useState<PasteNote | null>(
    differs ? { spaces: 0, invisible: 0, differs } : null,
  );
  /** What the field holds after a paste, as the clipboard had it; null between pastes. */
  const expected = useRef<string | null>(null);

  const take = useCallback(
    (typed: string): boolean => {
      const kind = secretIn(typed);
      if (kind === null) return false;
      setRefused(kind);
      setPasted(null);
      setValue('');
      onDiffers(false);
      return true;
    },
    [setValue, onDiffers],
  );

  // Whatever changes the field behind the page's back after a paste is seen on the next frame.
  useEffect(() => {
    if (pasted === null || pasted.differs) return;
    const frame = requestAnimationFrame(() => {
      if (input.current !== null && input.current.value !== value) {
        setPasted((note) => note && { ...note, differs: true });
        onDiffers(true);
      }
    });
    return () => cancelAnimationFrame(frame);
  }, [pasted, value, onDiffers]);

  return {
    input,
    refused,
    pasted,
    onPaste(event) {
      const text = event.clipboardData.getData('text/plain');
      if (take(text)) {
        event.preventDefault();
        return;
      }
      const field = event.currentTarget;
      const { value: before, selectionStart, selectionEnd } = field;
      const start = selectionStart ?? before.length;
      expected.current = before.slice(0, start) + text + before.slice(selectionEnd ?? start);
      // The same address pasted again gives no change. The comparison is over with a person's next act, where the field
      // holds it by then: a program that changes the field until then is found out.
      const end = (): void => {
        const wanted = expected.current;
        if (wanted !== null && isSame(field.value, wanted)) expected.current = null;
      };
      for (const act of ['keydown', 'pointerdown'])
        field.addEventListener(act, end, { once: true });
    },
    onChange(typed) {
      const wanted = expected.current;
      expected.current = null;
      if (take(typed)) return;
      setRefused(null);
      if (wanted === null) {
        setPasted(null);
        onDiffers(false);
        setValue(typed);
        return;
      }
      const { address, ...taken } = cleanedAddress(wanted);
      const isOther = cleanedAddress(typed).address !== address;
      setPasted({ ...taken, differs: isOther });
      onDiffers(isOther);
      setValue(cleanedAddress(typed).address);
    },
    onLeave(typed) {
      if (take(typed)) return;
      const { address, ...taken } = cleanedAddress(typed);
      if (address === typed) return;
      setPasted((note) => (note?.differs === true ? note : { ...taken, differs: false }));
      setValue(address);
    },
  };
}

const isSame = (one: string, other: string): boolean =>
  cleanedAddress(one).address === cleanedAddress(other).address;
