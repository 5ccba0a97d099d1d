import styled, { css } from 'styled-components';
import { textStyles, tokens } from '../theme';

const hidden = css`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;

/** Read out, not shown. */
export const VisuallyHidden = styled.span`
  ${hidden}
`;

/** First stop of the tab key: jumps over the frame to the content. Shows while it has the focus. */
export const SkipLink = styled.a`
  &:not(:focus) {
    ${hidden}
  }
  &:focus {
    ${textStyles.label}
    position: fixed;
    left: 12px;
    top: 12px;
    z-index: ${tokens.layer.snackbar};
    padding: 12px 20px;
    border-radius: ${tokens.radius.control};
    background: ${tokens.color.surface};
    color: ${tokens.color.plumText};
    box-shadow: ${tokens.color.e3};
  }
`;
