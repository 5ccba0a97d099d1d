import type { ReactNode } from 'react';
import styled, { css } from 'styled-components';
import { Icon } from './art/art';
import type { IconSource } from './art/art';
import { uiText, VisuallyHidden } from './text';
import { textStyles, tokens } from './theme/tokens';

/** State that a colour supports and a word says. */
export type BadgeTone = 'ok' | 'warn' | 'err' | 'info' | 'neutral';

interface BadgeProps {
  readonly tone: BadgeTone;
  readonly icon?: IconSource;
  readonly children: ReactNode;
}

/** A state in one word, with its glyph. */
export const Badge = ({ tone, icon, children }: BadgeProps) => (
  <State $tone={tone}>
    {icon !== undefined && <Icon of={icon} size={15} />}
    {children}
  </State>
);

/** Marks a paid place (§ 5b UWG). */
export const AdBadge = () => <Ad>{uiText('Ad')}</Ad>;

/** Marks a place that joined lately. */
export const NewBadge = () => <New>{uiText('New')}</New>;

interface CountProps {
  readonly value: number;
  /** What is counted, for assistive technology: „ungelesene Nachrichten“. */
  readonly label?: string;
}

// Two digits fill the circle; the exact number is nobody's errand.
const MAX_SHOWN = 99;

/** A small number of things that wait. */
export const Count = ({ value, label }: CountProps) => (
  <Circle>
    {Math.min(value, MAX_SHOWN)}
    {label !== undefined && <VisuallyHidden> {label}</VisuallyHidden>}
  </Circle>
);

const tones = {
  ok: css`background: ${tokens.color.okTint}; color: ${tokens.color.onOkTint};`,
  warn: css`background: ${tokens.color.warnTint}; color: ${tokens.color.onWarnTint};`,
  err: css`background: ${tokens.color.errTint}; color: ${tokens.color.onErrTint};`,
  info: css`background: ${tokens.color.infoTint}; color: ${tokens.color.onInfoTint};`,
  neutral: css`background: ${tokens.color.sunken}; color: ${tokens.color.ink2};`,
} as const;

const State = styled.span<{ readonly $tone: BadgeTone }>`
  ${textStyles.caption}
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-height: 26px;
  padding: 3px 10px 3px 8px;
  border-radius: 8px;
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
  min-height: 24px;
  padding: 0 9px;
  font-weight: 600;
  background: ${tokens.color.surface};
  color: ${tokens.color.ink2};
  box-shadow: 0 0 0 1px ${tokens.color.line};
`;

const New = styled.span`
  ${tag}
  min-height: 22px;
  padding: 0 8px;
  font-weight: 650;
  background: ${tokens.color.apricotTint};
  color: ${tokens.color.onApricotTint};
`;

const notches = css`
  mask:
    radial-gradient(circle 4px at 0 50%, #0000 96%, #000) 0 0 / 51% 100% no-repeat,
    radial-gradient(circle 4px at 100% 50%, #0000 96%, #000) 100% 0 / 51% 100% no-repeat;
`;

/** What is saved, on a ticket with notched sides; butter is for savings alone. */
export const DealBadge = styled.span`
  ${textStyles.caption}
  ${textStyles.digits}
  ${notches}
  display: inline-flex;
  align-items: center;
  gap: 4px;
  min-height: 26px;
  padding: 0 12px;
  border-radius: 7px;
  font-weight: 700;
  white-space: nowrap;
  background: ${tokens.color.butter};
  color: ${tokens.color.onButter};
`;

const Circle = styled.span`
  ${textStyles.micro}
  ${textStyles.digits}
  display: inline-grid;
  place-items: center;
  position: relative;
  min-width: 20px;
  min-height: 20px;
  padding: 0 6px;
  border-radius: 10px;
  font-weight: 700;
  background: ${tokens.color.plum};
  color: ${tokens.color.onPlum};
`;
