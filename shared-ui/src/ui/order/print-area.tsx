import styled from 'styled-components';
import { tokens } from '../theme/tokens';

/**
 * Only area that is printed while it is rendered: black on white. Ancestors become plain blocks, and everything else is
 * left out.
 */
export const PrintArea = styled.div`
  @media print {
    :has(&) {
      all: revert !important;
      display: block !important;
      margin: 0 !important;
      font: 400 1rem/1.5rem ${tokens.font.body} !important;
    }
    :has(&) > :not(:has(&), &) {
      display: none !important;
    }
    &,
    & * {
      color: black !important;
      background: none !important;
      box-shadow: none !important;
    }
    & li,
    & tr {
      break-inside: avoid;
    }
  }
`;
