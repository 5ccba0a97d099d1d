import styled from 'styled-components';
import { tokens } from './theme/tokens';

/** Fieldset for the radio buttons of one question. */
export const RadioFieldset = styled.fieldset`
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
`;

/** Native radio button of 22 px. Callers place it inside a label, which enlarges the touch target. */
export const RadioInput = styled.input.attrs({ type: 'radio' })`
  flex: none;
  width: 22px;
  height: 22px;
  margin: 0;
  accent-color: ${tokens.color.plum};
`;
