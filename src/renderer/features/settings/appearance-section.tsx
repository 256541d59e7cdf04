/** The theme, the width of details, and how times and amounts are written. */
import { Button, Group, SegmentedControl, Switch, useMantineColorScheme } from '@mantine/core';
import { useStore } from 'zustand';
import { longInstant } from '../../../bridge/instants.ts';
import { Fact, Facts } from '../../components/facts.tsx';
import { Section } from '../../components/section.tsx';
import { useNow } from '../../components/use-now.ts';
import { formatMoney } from '../../format/amounts.ts';
import { isMac } from '../../format/is-mac.ts';
import { defaultPanelWidth, useLayoutStore } from '../../stores/layout.ts';
import { useVeil } from '../../stores/veil.ts';
import { veilTexts } from '../../texts/veil.ts';
import { settingsTexts } from './texts.ts';

const texts = settingsTexts.appearance;

export function AppearanceSection() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { panelWidth, setPanelWidth } = useStore(useLayoutStore());
  const veil = useVeil();
  const now = useNow();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <Section title={texts.title} lead={texts.lead}>
      <Facts isPlain>
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
          {colorScheme === 'auto' && <p className="dimmed">{texts.followsSystem}</p>}
        </Fact>
        <Fact name={veilTexts.title}>
          <Switch
            aria-label={veilTexts.title}
            checked={veil.isOn}
            onChange={({ currentTarget }) => veil.turn(currentTarget.checked)}
          />
          <p className="dimmed">{veilTexts.help(veilTexts.keys(isMac()))}</p>
        </Fact>
        <Fact name={texts.panel}>
          <Group gap="sm">
            {texts.panelWidth(panelWidth)}
            {panelWidth !== defaultPanelWidth && (
              <Button
                variant="default"
                size="compact-xs"
                onClick={() => setPanelWidth(defaultPanelWidth)}
              >
                {texts.resetPanel}
              </Button>
            )}
          </Group>
          <p className="dimmed">{texts.panelHelp}</p>
        </Fact>
        <Fact name={texts.times}>
          {longInstant(new Date(now).toISOString())}
          <p className="dimmed">{texts.timesHelp(timeZone)}</p>
        </Fact>
        <Fact name={texts.amounts}>
          {formatMoney({ amount: '12500.75', currency: 'USD' })}
          <p className="dimmed">{texts.amountsHelp}</p>
        </Fact>
      </Facts>
    </Section>
  );
}
