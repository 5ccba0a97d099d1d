import styled, { css } from 'styled-components';
import { media, textStyles, tokens } from '../theme';

const linkStyle = css`
  ${textStyles.small}
  display: inline-flex;
  align-items: center;
  gap: 4px;
  position: relative;
  min-height: 24px;
  color: ${tokens.color.plumText};
  font-weight: 600;
  text-decoration: underline transparent;
  text-underline-offset: 3px;
  ${media.hover} { &:hover { text-decoration-color: currentColor; } }
  /* Looks 24 px high, is 44 px high under a finger. */
  &::after { content: ''; position: absolute; inset: -10px -4px; }
`;

/** A button that looks like a link: the smaller way beside a bigger one. */
export const LinkButton = styled.button.attrs({ type: 'button' })`
  ${linkStyle}
`;

/** A link that stands for itself. */
export const TextLink = styled.a`
  ${linkStyle}
`;
