import styled from 'styled-components';
import { tokens } from '../theme/tokens';

/**
 * Content that is printed, black on white, while the rest of the page isn't. The ancestors of the area become plain
 * blocks for printing.
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
