import styled from 'styled-components';

/**
 * Button at the right end of a settings row. Its text is aligned with the ends of the row's other texts, so that it
 * stays beside them on a phone.
 */
export const RowAction = styled.span`
  display: block;
  margin-inline: -12px;
`;
