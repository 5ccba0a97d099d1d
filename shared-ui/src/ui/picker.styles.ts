import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import styled, { css, keyframes } from 'styled-components';
import { forcedColorsBorder, media, textStyles, tokens } from './theme/tokens';

/** Frame of a field with a popover (for example for dates): label, control, and hint or error, stacked vertically. */
export const pickerFrameStyle = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 6px;
  min-width: 0;
`;

/** Box around the control of a field with a popover; it looks like the box of every text field. */
export const pickerBoxStyle = css`
  display: flex;
  align-items: center;
  gap: 4px;
  min-height: 52px;
  padding: 0 4px 0 16px;
  border-radius: ${tokens.radius.control};
  background: ${tokens.color.surface};
  box-shadow: inset 0 0 0 1px ${tokens.color.lineStrong};
  &[data-focus-within] {
    box-shadow: inset 0 0 0 2px ${tokens.color.plumText};
  }
  &[data-invalid] {
    box-shadow: inset 0 0 0 2px ${tokens.color.err};
  }
  ${media.forced} {
    border: 1px solid;
    &[data-focus-within] {
      outline: 2px solid Highlight;
    }
  }
`;

/** Label above the control of a field with a popover. */
export const PickerLabel = styled(Label)`
  ${textStyles.small}
  font-weight: 600;
`;

/** Hint below the control of a field with a popover. */
export const PickerHint = styled(Text)`
  ${textStyles.caption}
  color: ${tokens.color.ink2};
`;

/** Error text below the control of a field with a popover. */
export const PickerError = styled(FieldError)`
  ${textStyles.caption}
  color: ${tokens.color.err};
  font-weight: 550;
`;

const dropAnimation = keyframes`
  from { opacity: 0; transform: translateY(-6px); }
`;

const appearAnimation = keyframes`
  from { opacity: 0; }
`;

/** Popover below a form control, with the calendar or the suggestions. */
export const PickerPopover = styled(Popover)`
  overflow: auto;
  overscroll-behavior: contain;
  border-radius: ${tokens.radius.card};
  background: ${tokens.color.surface};
  color: ${tokens.color.ink};
  box-shadow: ${tokens.color.e3};
  ${forcedColorsBorder}
  animation: ${dropAnimation} ${tokens.duration.tap} ${tokens.curve.in};
  ${media.reducedMotion} {
    animation-name: ${appearAnimation};
  }
`;

/** Style of the button that opens the popover of a form control. */
export const pickerButtonStyle = css`
  display: grid;
  place-items: center;
  flex: none;
  width: 44px;
  height: 44px;
  border-radius: ${tokens.radius.small};
  color: ${tokens.color.ink2};
  &[data-hovered] {
    background: ${tokens.color.sunken};
  }
`;
