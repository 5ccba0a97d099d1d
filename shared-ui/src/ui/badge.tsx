import type { ReactNode } from 'react';
import styled, { css } from 'styled-components';
import { Icon } from './art/art';
import type { IconSource } from './art/art';
import { uiText, VisuallyHidden } from './text';
import { forcedEdge, textStyles, tokens } from './theme/tokens';

/** Tone of a state; a word always says the same. */
export type BadgeTone = 'ok' | 'warn' | 'err' | 'info' | 'neutral';

interface BadgeProps {
  readonly tone: BadgeTone;
  readonly icon?: IconSource;
  readonly children: ReactNode;
}

/** State as one word with a glyph. */
export const Badge = ({ tone, icon, children }: BadgeProps) => (
  <State $tone={tone}>
    {icon !== undefined && <Icon source={icon} size={15} />}
    {children}
  </State>
);

/** Marks a paid place (§ 5b UWG). */
export const AdBadge = () => <Ad>{uiText('Ad')}</Ad>;

/** Marks a place that joined recently. */
export const NewBadge = () => <New>{uiText('New')}</New>;

interface CountProps {
  readonly value: number;
  /** Noun of the counted things, for assistive technology: „ungelesene Nachrichten“. */
  readonly label?: string;
}

// Two digits fill the circle, and nobody needs the exact number.
const MAX_SHOWN = 99;

/** Small number of waiting things. */
export const Count = ({ value, label }: CountProps) => (
  <Circle>
    {Math.min(value, MAX_SHOWN)}
    {label !== undefined && <VisuallyHidden> {label}</VisuallyHidden>}
  </Circle>
);

const tones = {
  ok: css`
    background: ${tokens.color.okTint};
    color: ${tokens.color.onOkTint};
  `,
  warn: css`
    background: ${tokens.color.warnTint};
    color: ${tokens.color.onWarnTint};
  `,
  err: css`
    background: ${tokens.color.errTint};
    color: ${tokens.color.onErrTint};
  `,
  info: css`
    background: ${tokens.color.infoTint};
    color: ${tokens.color.onInfoTint};
  `,
  neutral: css`
    background: ${tokens.color.sunken};
    color: ${tokens.color.ink2};
  `,
} as const;

const State = styled.span<{ readonly $tone: BadgeTone }>`
  ${textStyles.caption}
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-height: 26px;
  padding: 3px 10px 3px 8px;
  border-radius: 8px;
  ${forcedEdge}
  font-weight: 600;
  ${({ $tone }) => tones[$tone]}
`;

const tag = css`
  ${textStyles.micro}
  display: inline-flex;
  align-items: center;
  flex: none;
  border-radius: 7px;
  white-space: nowrap;
`;

const Ad = styled.span`
  ${tag}
  min-height: 18px;
  padding: 0 5px;
  border-radius: 5px;
  font-weight: 600;
  color: ${tokens.color.ink2};
  border: 1px solid ${tokens.color.lineStrong};
`;

const New = styled.span`
  ${tag}
  min-height: 22px;
  padding: 0 8px;
  font-weight: 650;
  background: ${tokens.color.apricotTint};
  color: ${tokens.color.onApricotTint};
`;

const Circle = styled.span`
  ${textStyles.micro}
  ${textStyles.digits}
  display: inline-grid;
  place-items: center;
  position: relative;
  min-width: 20px;
  min-height: 20px;
  ${forcedEdge}
  padding: 0 6px;
  border-radius: 10px;
  font-weight: 700;
  background: ${tokens.color.plum};
  color: ${tokens.color.onPlum};
`;
