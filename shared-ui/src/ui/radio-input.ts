import styled from 'styled-components';
import { tokens } from './theme/tokens';

/** Holds what one question is answered with. */
export const RadioFieldset = styled.fieldset`
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
`;

/** A radio button as the browser draws it, 22 px; its label makes the target larger. */
export const Radio = styled.input.attrs({ type: 'radio' })`
  flex: none;
  width: 22px;
  height: 22px;
  margin: 0;
  accent-color: ${tokens.color.plum};
`;
