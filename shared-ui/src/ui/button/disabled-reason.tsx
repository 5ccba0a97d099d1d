import { Info } from 'lucide-react';
import styled, { css } from 'styled-components';
import { Icon } from '../art';
import { VisuallyHidden } from '../hidden';
import { textStyles, tokens } from '../theme';

interface DisabledReasonProps {
  readonly id: string;
  readonly text: string;
  /** How often it was asked for lately; each time it is said again. */
  readonly repeats: number;
}

/** Why a control can't be used, directly below it. */
export const DisabledReason = ({ id, text, repeats }: DisabledReasonProps) => (
  <Line $isRepeated={repeats > 0}>
    <Icon of={Info} size={16} />
    <span id={id}>{text}</span>
    <VisuallyHidden role="status">{repeats > 0 && <span key={repeats}>{text}</span>}</VisuallyHidden>
  </Line>
);

const Line = styled.span<{ readonly $isRepeated: boolean }>`
  ${textStyles.caption}
  display: flex;
  align-items: flex-start;
  gap: 6px;
  position: relative;
  color: ${tokens.color.ink2};
  > svg { margin-top: calc((1lh - 16px) / 2); }
  ${({ $isRepeated }) =>
    $isRepeated &&
    css`
      color: ${tokens.color.ink};
      font-weight: 600;
    `}
`;
