/** How Causeway looks: one quiet teal, greys with a little blue, and docs/design.md. */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { withFieldHelp } from './help/field-help.tsx';

const teal: MantineColorsTuple = [
  '#edf6f5',
  '#d9ebe9',
  '#b3d6d3',
  '#8bc1bc',
  '#66aca6',
  '#469891',
  '#33867f',
  '#277570',
  '#246e69',
  '#18504c',
];

const gray: MantineColorsTuple = [
  '#f6f8fa',
  '#eff2f5',
  '#e3e8ed',
  '#d3dae1',
  '#b6c0ca',
  '#8a97a4',
  '#66737f',
  '#4b5763',
  '#343e48',
  '#1f262d',
];

const dark: MantineColorsTuple = [
  '#d5dce3',
  '#b9c3cd',
  '#97a4b0',
  '#71808d',
  '#3c4651',
  '#2c343d',
  '#222930',
  '#191f25',
  '#13181d',
  '#0d1115',
];

const size = (fontSize: string, lineHeight: string) => ({ fontSize, lineHeight });

export const theme = createTheme({
  colors: { teal, gray, dark },
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 8 },
  autoContrast: true,
  respectReducedMotion: true,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  fontFamily: 'Inter, system-ui, -apple-system, "Segoe UI", "Noto Sans", Arial, sans-serif',
  fontFamilyMonospace: '"JetBrains Mono", ui-monospace, Menlo, Consolas, monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '18px', xl: '22px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: size('20px', '28px'),
      h2: size('14px', '20px'),
      h3: size('13px', '20px'),
      h4: size('13px', '20px'),
      h5: size('12px', '16px'),
      h6: size('12px', '16px'),
    },
  },
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
        // Fixed to the window although it stands in the main landmark.
        styles: { title: { fontWeight: 600 }, inner: { insetInline: 0 } },
        portalProps: { target: '#content' },
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
      defaultProps: { inputContainer: withFieldHelp },
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
    TextInput: { defaultProps: { size: 'sm' } },
    NativeSelect: { defaultProps: { size: 'sm' } },
  },
});

/** Text at 4.5:1 or better on its ground, borders of controls at 3:1. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    // A sheet of paper is white, whatever the page is.
    '--cw-paper': '#ffffff',
    '--cw-paper-text': '#1f262d',
    '--cw-paper-dimmed': '#596673',
    '--cw-paper-line': '#dfe5ea',
    '--cw-paper-alarm': '#b3261e',
  },
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1f262d',
    '--mantine-color-dimmed': '#596673',
    '--mantine-color-placeholder': '#66737f',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-default-border': '#8593a0',
    '--cw-hairline': '#dfe5ea',
    '--cw-rail': '#f3f6f8',
    '--cw-shade': '#c9d3da',
    '--cw-raised': '#f6f8fa',
    '--cw-hover': '#eef3f5',
    '--cw-selected': '#e2efed',
    '--cw-green': '#1d6b3a',
    '--cw-blue': '#1f5fa8',
    '--cw-amber': '#8a5300',
    '--cw-red': '#b3261e',
    '--cw-grey': '#596673',
    '--cw-green-ground': '#e7f4eb',
    '--cw-blue-ground': '#e8f0fa',
    '--cw-amber-ground': '#fdf2de',
    '--cw-red-ground': '#fcebea',
    '--cw-grey-ground': '#eff2f5',
    '--cw-production': '#1f262d',
    '--cw-production-text': '#ffffff',
    '--cw-stripe-a': '#e3eceb',
    '--cw-stripe-b': '#d3e2e0',
    '--cw-stripe-text': '#18504c',
    // Families of events: 3:1 on the ground, and always beside their name.
    '--cw-family-0': '#66737f',
    '--cw-family-1': '#1f7a74',
    '--cw-family-2': '#3b6fb5',
    '--cw-family-3': '#a0621a',
    '--cw-family-4': '#8a5bb0',
    '--cw-family-5': '#b3456b',
    '--cw-family-6': '#4f7d2a',
    '--cw-family-7': '#8a7411',
  },
  dark: {
    '--mantine-color-body': '#13181d',
    '--mantine-color-text': '#d9e0e6',
    '--mantine-color-dimmed': '#97a4b0',
    '--mantine-color-placeholder': '#8695a3',
    '--mantine-color-error': '#ff9b94',
    '--mantine-color-default-border': '#62707d',
    '--mantine-color-anchor': '#7cc0ba',
    '--cw-hairline': '#29313a',
    '--cw-rail': '#0f1418',
    '--cw-shade': '#2d3741',
    '--cw-raised': '#191f25',
    '--cw-hover': '#1b2229',
    '--cw-selected': '#193230',
    '--cw-green': '#7fd09b',
    '--cw-blue': '#8fbdf2',
    '--cw-amber': '#eebb62',
    '--cw-red': '#ff9b94',
    '--cw-grey': '#97a4b0',
    '--cw-green-ground': '#152a1d',
    '--cw-blue-ground': '#15263a',
    '--cw-amber-ground': '#302410',
    '--cw-red-ground': '#371b19',
    '--cw-grey-ground': '#222930',
    '--cw-production': '#3c4651',
    '--cw-production-text': '#ffffff',
    '--cw-stripe-a': '#18302e',
    '--cw-stripe-b': '#1f3b39',
    '--cw-stripe-text': '#b3d6d3',
    '--cw-family-0': '#97a4b0',
    '--cw-family-1': '#5fb8b0',
    '--cw-family-2': '#82aee8',
    '--cw-family-3': '#e0a75c',
    '--cw-family-4': '#be9ae0',
    '--cw-family-5': '#ea8fae',
    '--cw-family-6': '#98c46f',
    '--cw-family-7': '#d1bd5a',
  },
});
