import { tokens } from '@mahlzeit/shared-ui/ui';
import styled from 'styled-components';
import { versionParts } from '../releases/versions';

/**
 * Text of a version: the number in bold, the hash of the content in a quiet colour. A long version may break anywhere.
 */
export const VersionText = ({ version }: { readonly version: string }) => {
  const { number, hash } = versionParts(version);
  return (
    <VersionBox>
      <strong>{number}</strong>
      {hash !== '' && (
        <>
          <wbr />
          <VersionHash>{hash}</VersionHash>
        </>
      )}
    </VersionBox>
  );
};

const VersionBox = styled.span`
  overflow-wrap: anywhere;
  font-variant-numeric: tabular-nums;
  > strong {
    font-weight: 600;
  }
`;

const VersionHash = styled.span`
  font-family: ${tokens.font.body};
  font-size: 0.8125rem;
  font-weight: 400;
  letter-spacing: normal;
  color: ${tokens.color.ink2};
`;
