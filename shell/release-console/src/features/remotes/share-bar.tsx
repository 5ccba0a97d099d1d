import { textStyles, tokens } from '@mahlzeit/shared-ui/ui';
import styled from 'styled-components';
import { useTexts } from '../../console-texts';
import { VersionText } from '../../ui/version-text';
import type { RemoteRow } from './remote-rules';

interface ShareBarProps {
  readonly share: NonNullable<RemoteRow['share']>;
  readonly isChosen: boolean;
}

/** Share of the visitors who get a release, as a number and as a bar. */
export const ShareBar = ({ share: { version, percent }, isChosen }: ShareBarProps) => {
  const t = useTexts();
  return (
    <ShareFrame>
      <SharePercent>{percent === null ? t('ShareUnknown') : t('Percent', { share: String(percent) })}</SharePercent>
      <ShareVersion>
        <VersionText version={version} />
      </ShareVersion>
      {percent !== null && (
        <ShareTrack aria-hidden>
          <ShareFill $isTrial={isChosen && percent < 100} style={{ width: `${percent}%` }} />
        </ShareTrack>
      )}
    </ShareFrame>
  );
};

const ShareFrame = styled.div`
  display: grid;
  gap: 2px;
  min-width: 0;
`;

const SharePercent = styled.span`
  ${textStyles.label}
  ${textStyles.digits}
`;

const ShareVersion = styled.span`
  ${textStyles.caption}
  strong {
    font-weight: 400;
  }
`;

const ShareTrack = styled.span`
  display: block;
  height: 8px;
  margin-top: 4px;
  overflow: hidden;
  border-radius: 4px;
  background: ${tokens.color.line};
  @media (forced-colors: active) {
    border: 1px solid;
  }
`;

const ShareFill = styled.span<{ readonly $isTrial: boolean }>`
  display: block;
  height: 100%;
  background: ${({ $isTrial }) => ($isTrial ? tokens.color.plum : tokens.color.lineStrong)};
  @media (forced-colors: active) {
    background: CanvasText;
    forced-color-adjust: none;
  }
`;
