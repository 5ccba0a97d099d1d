import styled from 'styled-components';
import { tokens } from '../theme/tokens';

/**
 * While it is shown, it alone is printed: black on white. What holds it lies in the page like any block, and what
 * stands beside it is left out.
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
