import styled from 'styled-components';
import { media, tokens } from './theme/tokens';

const CHECK_MARK_IMAGE =
  "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 22 22' fill='none' stroke='white' stroke-width='2.4' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='m5.5 11.5 3.7 3.7 7.3-7.6'/%3E%3C/svg%3E\")";

/** Checkbox of 22 px. Callers place it inside a label, which enlarges the touch target. */
export const CheckboxInput = styled.input.attrs({ type: 'checkbox' })`
  appearance: none;
  flex: none;
  width: 22px;
  height: 22px;
  margin: 0;
  border-radius: 7px;
  cursor: pointer;
  box-shadow: inset 0 0 0 2px ${tokens.color.lineStrong};
  &:checked {
    background: ${tokens.color.plum} ${CHECK_MARK_IMAGE} center / 100%;
    box-shadow: none;
  }
  &[aria-invalid='true']:not(:checked) {
    box-shadow: inset 0 0 0 2px ${tokens.color.err};
  }
  &[aria-disabled='true']:not(:checked) {
    background: ${tokens.color.sunken};
    box-shadow: inset 0 0 0 2px ${tokens.color.line};
    cursor: default;
  }
  ${media.forced} {
    appearance: auto;
  }
`;

/** Invisible radio button that covers its whole label. Callers style the label to show the selection. */
export const CoveringRadio = styled.input.attrs({ type: 'radio' })`
  appearance: none;
  position: absolute;
  inset: 0;
  margin: 0;
  border-radius: inherit;
  cursor: inherit;
  &:focus-visible {
    outline: 3px solid ${tokens.color.plumText};
    outline-offset: 1px;
  }
`;
