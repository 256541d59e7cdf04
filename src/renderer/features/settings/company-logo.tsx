/** The logo of the letterhead, as it is: chosen, replaced, taken away. */
import { Button, FileButton, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { CompanyView } from '../../../bridge/deposit-sheets.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { toFailure } from '../../format/failures.ts';
import { groupedCount } from '../../format/words.ts';
import { companyTexts as texts } from '../deposit-sheets/texts.ts';
import { base64Of, FileProblem } from './logo-file.ts';
import classes from './settings.module.css';

export interface CompanyLogoProps {
  logo: CompanyView['logo'];
  onChanged: (company: CompanyView) => void;
}

export function CompanyLogo({ logo, onChanged }: CompanyLogoProps) {
  const { bridge } = useBridge();
  const change = useMutation({
    mutationFn: async (file: File | null) =>
      await bridge.depositSheets.company.setLogo({
        base64: file === null ? null : await base64Of(file),
      }),
    onSuccess: onChanged,
  });
  return (
    <Stack gap="sm" align="flex-start">
      {logo === null ? <p className="dimmed">{texts.noLogo}</p> : <Picture logo={logo} />}
      {change.error !== null && <LogoFailure error={change.error} />}
      <Group gap="xs">
        <FileButton accept="image/png,image/jpeg" onChange={(file) => file && change.mutate(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={change.isPending}>
              {logo === null ? texts.chooseLogo : texts.replaceLogo}
            </Button>
          )}
        </FileButton>
        {logo !== null && (
          <Button variant="default" disabled={change.isPending} onClick={() => change.mutate(null)}>
            {texts.removeLogo}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function Picture({ logo }: { logo: NonNullable<CompanyView['logo']> }) {
  const { width, height, bytes } = logo;
  const kilobytes = groupedCount(Math.ceil(bytes / 1024));
  return (
    <div>
      <img
        className={classes['logo']}
        src={logo.dataUrl}
        width={width}
        height={height}
        alt={texts.logoAlt}
      />
      <p className="dimmed">
        {texts.logoFacts(groupedCount(width), groupedCount(height), kilobytes)}
      </p>
    </div>
  );
}

function LogoFailure({ error }: { error: Error }) {
  if (error instanceof FileProblem) {
    return (
      <Notice tone="red" role="alert">
        {error.message}
      </Notice>
    );
  }
  return <FailureNotice failure={toFailure(error)} />;
}
