import { useState } from 'react';
import styled from 'styled-components';
import { tokens } from '../theme/tokens';

interface LogoTileProps {
  readonly url: string;
  /** Width and height of the logo in px. */
  readonly size: 40 | 44;
}

/**
 * Logo of a restaurant. Decorative, because callers show the name beside it; renders nothing when the picture can't be
 * loaded.
 */
export const LogoTile = ({ url, size }: LogoTileProps) => {
  const [isBroken, setIsBroken] = useState(false);
  return isBroken ? null : <LogoImage src={url} width={size} height={size} alt="" onError={() => setIsBroken(true)} />;
};

const LogoImage = styled.img`
  flex: none;
  padding: 4px;
  border: 1px solid ${tokens.color.line};
  border-radius: ${tokens.radius.small};
  background: ${tokens.color.plate};
  object-fit: contain;
`;
