import styled, { css } from 'styled-components';
import type { Space } from '../theme';
import { tokens } from '../theme';

interface GapProps {
  readonly $gap?: Space;
  readonly $align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch';
}

/** Children below each other. */
export const Stack = styled.div<GapProps>`
  display: flex;
  flex-direction: column;
  min-width: 0;
  gap: ${({ $gap = 12 }) => tokens.space[$gap]};
  align-items: ${({ $align = 'stretch' }) => $align};
`;

interface InlineProps extends GapProps {
  readonly $wrap?: boolean;
  readonly $justify?: 'start' | 'center' | 'end' | 'space-between';
}

/** Children beside each other. */
export const Inline = styled.div<InlineProps>`
  display: flex;
  min-width: 0;
  gap: ${({ $gap = 8 }) => tokens.space[$gap]};
  align-items: ${({ $align = 'center' }) => $align};
  justify-content: ${({ $justify = 'start' }) => $justify};
  ${({ $wrap = false }) => $wrap && css`flex-wrap: wrap;`}
`;

/** A card surface on the page's ground. */
export const Panel = styled.section<{ readonly $padded?: boolean }>`
  border-radius: ${tokens.radius.card};
  background: ${tokens.color.surface};
  box-shadow: ${tokens.color.e1}, 0 0 0 1px ${tokens.color.line};
  overflow: hidden;
  ${({ $padded = false }) => $padded && css`padding: 18px;`}
`;

/** A decorative hairline. */
export const Divider = styled.hr`
  width: 100%;
  margin: 0;
  border: 0;
  border-top: 1px solid ${tokens.color.line};
`;
