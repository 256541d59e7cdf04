/** What whoever helps needs to know of this installation, in a file. */
import { DiagnosticsPart } from '../../components/diagnostics/diagnostics-part.tsx';
import { Section } from '../../components/section.tsx';
import { diagnosticsTexts } from '../../texts/diagnostics.ts';

export function DiagnosticsSection() {
  return (
    <Section title={diagnosticsTexts.title} lead={diagnosticsTexts.lead}>
      <DiagnosticsPart />
    </Section>
  );
}
