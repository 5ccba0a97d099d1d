import type { CardBrand as Brand } from '@mahlzeit/contract';
import styled from 'styled-components';
import { brandNameByCardBrand } from './cards';

/** Two circles that overlap: the shape of Mastercard's and Maestro's logos. */
const OverlappingCircles = ({ colors: [leftColor, rightColor] }: { readonly colors: readonly [string, string] }) => (
  <svg width="26" height="16" viewBox="0 0 26 16">
    <circle cx="9" cy="8" r="7" fill={leftColor} />
    <circle cx="17" cy="8" r="7" fill={rightColor} fillOpacity="0.85" />
  </svg>
);

/**
 * Logo of a brand, on white in both colour schemes. Hidden from screen readers, because the brand's name stands beside
 * it.
 */
export const CardBrandLogo = ({ brand }: { readonly brand: Brand }) => (
  <LogoFrame aria-hidden="true">
    {brand === 'MASTERCARD' && <OverlappingCircles colors={['#d8232a', '#f79e1b']} />}
    {brand === 'MAESTRO' && <OverlappingCircles colors={['#0a6ebd', '#d8232a']} />}
    {brand === 'VISA' && (
      <LogoLetters $color="#1a3a8f" $size="12px">
        {'VISA'}
      </LogoLetters>
    )}
    {brand === 'LUNCHIT' && (
      <LogoLetters $color="#1b6b3a" $size="9px">
        {brandNameByCardBrand.LUNCHIT}
      </LogoLetters>
    )}
    {brand === 'PAYPAL' && (
      <LogoLetters $color="#123984" $size="10px">
        {brandNameByCardBrand.PAYPAL}
      </LogoLetters>
    )}
  </LogoFrame>
);

// A logo is a picture: its letters keep their size when the user enlarges the text.
const LogoFrame = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  width: 40px;
  height: 26px;
  border-radius: 6px;
  background: #fff;
  box-shadow: inset 0 0 0 1px #ded5da;
`;

const LogoLetters = styled.span<{ readonly $color: string; readonly $size: string }>`
  color: ${({ $color }) => $color};
  font-size: ${({ $size }) => $size};
  line-height: 1;
  font-weight: 800;
  font-style: italic;
  letter-spacing: -0.01em;
`;
