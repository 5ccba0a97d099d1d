import styled from 'styled-components';
import { tokens } from './theme/tokens';

/** Group of the answers to one question. */
export const RadioFieldset = styled.fieldset`
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
`;

/** Native radio button, 22 px; its label enlarges the target. */
export const Radio = styled.input.attrs({ type: 'radio' })`
  flex: none;
  width: 22px;
  height: 22px;
  margin: 0;
  accent-color: ${tokens.color.plum};
`;
