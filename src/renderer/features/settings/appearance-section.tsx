/** The theme: as the system, light, or dark. */
import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { Fact, Facts } from '../../components/facts.tsx';
import { Section } from '../../components/section.tsx';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.appearance;

export function AppearanceSection() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Section title={texts.title}>
      <Facts>
        <Fact name={texts.theme}>
          <SegmentedControl
            size="xs"
            aria-label={texts.theme}
            value={colorScheme}
            onChange={setColorScheme}
            transitionDuration={0}
            data={[
              { value: 'auto', label: texts.themes.auto },
              { value: 'light', label: texts.themes.light },
              { value: 'dark', label: texts.themes.dark },
            ]}
          />
        </Fact>
      </Facts>
    </Section>
  );
}
