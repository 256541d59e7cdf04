/** How Causeway looks (looks.ts), and what its components are by default. */
import { createTheme } from '@mantine/core';
import { stateTexts } from '../texts/states.ts';
import { withFieldHelp } from './help/field-help.tsx';
import { looks } from './looks.ts';

export const theme = createTheme({
  ...looks,
  components: {
    Button: { defaultProps: { size: 'xs' } },
    Anchor: { defaultProps: { inherit: true } },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 100 } } },
    Menu: { defaultProps: { transitionProps: { duration: 100 }, shadow: 'md' } },
    // Inside the main landmark, so that what floats is found where it belongs.
    Modal: {
      defaultProps: {
        transitionProps: { duration: 120 },
        centered: true,
        // What is typed in it goes by its own buttons alone.
        closeOnClickOutside: false,
        // Fixed to the window although it stands in the main landmark.
        styles: { title: { fontWeight: 600 }, inner: { insetInline: 0 } },
        portalProps: { target: '#content' },
        closeButtonProps: { 'aria-label': stateTexts.close },
      },
    },
    Combobox: {
      defaultProps: {
        transitionProps: { duration: 0 },
        shadow: 'md',
        portalProps: { target: '#content' },
      },
    },
    InputWrapper: {
      // A hint stands below its field, so that fields side by side begin at one height.
      defaultProps: {
        inputContainer: withFieldHelp,
        inputWrapperOrder: ['label', 'input', 'description', 'error'],
      },
      // Where the mark of its help finds its place.
      styles: { root: { position: 'relative' } },
      vars: () => ({
        label: { '--input-label-size': '13px' },
        description: { '--input-description-size': '12px' },
        error: { '--input-error-size': '12px' },
      }),
    },
    // On a dark page its ground is the page's own.
    SegmentedControl: {
      styles: { root: { border: '1px solid var(--mantine-color-default-border)' } },
    },
    // Personal data of others: nothing for a browser to remember or to suggest.
    TextInput: { defaultProps: { size: 'sm', autoComplete: 'off' } },
    NativeSelect: { defaultProps: { size: 'sm' } },
    // Escape in one closes no dialog: a note would be gone with it.
    Textarea: { defaultProps: { 'data-mantine-stop-propagation': true } },
  },
});
