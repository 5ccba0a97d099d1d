import styled, { css } from 'styled-components';
import { media, tokens } from './theme/tokens';

/** Surface of a drawn paper ticket. The tear line draws notches over its edge. */
export const ticketSurfaceStyle = css`
  position: relative;
  border-radius: ${tokens.radius.card};
  background: ${tokens.color.surface};
`;

// Draws a half circle over each end of a tear line, in the colour of the page's background, so that the ticket seems
// cut out there.
const notchStyle = css`
  content: '';
  position: absolute;
  border: 1px solid ${tokens.color.line};
  background: ${tokens.color.bg};
  ${media.forced} {
    display: none;
  }
`;

const dotImage = css`radial-gradient(circle, ${tokens.color.lineStrong} 1px, transparent 1.5px)`;

/** Horizontal line along which a drawn paper ticket could be torn: dots from edge to edge, with a notch at each end. */
export const TearLine = styled.div`
  position: relative;
  height: 16px;
  padding-inline: 16px;
  background: ${dotImage} center / 7px 3px repeat-x content-box;
  &::before,
  &::after {
    ${notchStyle} top: 0;
    width: 9px;
    height: 16px;
  }
  &::before {
    left: -1px;
    border-left: 0;
    border-radius: 0 8px 8px 0;
  }
  &::after {
    right: -1px;
    border-right: 0;
    border-radius: 8px 0 0 8px;
  }
`;

/** Vertical line between a drawn paper ticket and its stub. */
export const UprightTearLine = styled.span`
  position: relative;
  padding-block: 12px;
  background: ${dotImage} center 14px / 3px 7px repeat-y content-box;
  &::before,
  &::after {
    ${notchStyle} left: -1px;
    width: 16px;
    height: 9px;
  }
  &::before {
    top: -1px;
    border-top: 0;
    border-radius: 0 0 8px 8px;
  }
  &::after {
    bottom: -1px;
    border-bottom: 0;
    border-radius: 8px 8px 0 0;
  }
`;
