import styled from 'styled-components';

/**
 * Button at the right edge of a row. Its text ends where the row's other texts do, so that it stays beside them on a
 * phone.
 */
export const RowAction = styled.span`
  display: block;
  margin-inline: -12px;
`;
