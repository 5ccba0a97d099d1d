import styled, { css } from 'styled-components';
import de from './locales/de.json';
import { textStyles, tokens } from './theme/tokens';

/** Returns a text that belongs to a component itself, such as „Schließen“ (close), so that callers needn't pass it. */
export const uiText = (key: keyof typeof de): string => de[key];

/** Emphasis of a text. `ink`: full; `quiet`: secondary; `dim`: faint. */
export type TextTone = 'ink' | 'quiet' | 'dim';

interface TextProps {
  readonly $tone?: TextTone;
}

const toneStyle = css<TextProps>`
  ${({ $tone }) =>
    $tone === 'quiet' &&
    css`
      color: ${tokens.color.ink2};
    `}
  ${({ $tone }) =>
    $tone === 'dim' &&
    css`
      color: ${tokens.color.ink3};
    `}
`;

/** Heading of a page or dialog. */
export const H1 = styled.h1<TextProps>`
  ${textStyles.h1}
  ${toneStyle}
`;

/** Heading of a section. */
export const H2 = styled.h2<TextProps>`
  ${textStyles.h2}
  ${toneStyle}
`;

/** Heading of a card or group. */
export const H3 = styled.h3<TextProps>`
  ${textStyles.h3}
  ${toneStyle}
`;

/** Paragraph of ordinary text. */
export const Body = styled.p<TextProps>`
  ${textStyles.body}
  ${toneStyle}
`;

/** Text that names a form control or a row. */
export const Label = styled.span<TextProps>`
  ${textStyles.label}
  ${toneStyle}
`;

/** Paragraph of additional text, smaller than ordinary text. */
export const Small = styled.p<TextProps>`
  ${textStyles.small}
  ${toneStyle}
`;

/** Hint or caption, the smallest text. */
export const Caption = styled.p<TextProps>`
  ${textStyles.caption}
  ${toneStyle}
`;

/** Large sum of money that stands alone. */
export const TotalText = styled.span<TextProps>`
  ${textStyles.total}
  ${toneStyle}
`;

const hiddenStyle = css`
  position: absolute;
  width: 1px;
  height: 1px;
  /* Nothing that scrolls: a browser keeps a place for each such box. */
  overflow: hidden;
  overflow: clip;
  clip-path: inset(50%);
  white-space: nowrap;
`;

/** Text that only screen readers read; it isn't visible. */
export const VisuallyHidden = styled.span`
  ${hiddenStyle}
`;

/** Link that is the first tab stop and moves the focus to the content. Visible only while it has the focus. */
export const SkipLink = styled.a`
  &:not(:focus) {
    ${hiddenStyle}
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
