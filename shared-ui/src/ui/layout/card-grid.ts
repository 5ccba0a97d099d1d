import styled from 'styled-components';
import { media } from '../theme';

/** Cards below each other, two beside each other where there is room for large pictures. */
export const CardGrid = styled.div`
  display: grid;
  gap: 28px;
  ${media.from600} { grid-template-columns: 1fr 1fr; gap: 28px 16px; }
  ${media.from701} { grid-template-columns: minmax(0, 1fr); gap: 4px; margin: 10px -8px 0; }
`;
