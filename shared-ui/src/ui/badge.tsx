import type { ReactNode } from 'react';
import styled, { css } from 'styled-components';
import { Icon } from './art/art';
import type { IconSource } from './art/art';
import { uiText, VisuallyHidden } from './text';
import { forcedColorsBorder, textStyles, tokens } from './theme/tokens';

/**
 * Tone of a badge, which selects its colours. The badge's text says the same, so that colour is never the only sign.
 */
export type BadgeTone = 'ok' | 'warn' | 'err' | 'info' | 'neutral';

interface BadgeProps {
  readonly tone: BadgeTone;
  readonly icon?: IconSource;
  readonly children: ReactNode;
}

/** Badge that shows a state as a short text, with colours and an optional icon. */
export const Badge = ({ tone, icon, children }: BadgeProps) => (
  <BadgeBox $tone={tone}>
    {icon !== undefined && <Icon source={icon} size={15} />}
    {children}
  </BadgeBox>
);

/** Badge „Anzeige“ (advertisement) on a paid placement, as the law demands (§ 5b UWG). */
export const AdBadge = () => <AdTag>{uiText('Ad')}</AdTag>;

/** Badge „Neu“ (new) on a restaurant that joined recently. */
export const NewBadge = () => <NewTag>{uiText('New')}</NewTag>;

interface CountBadgeProps {
  readonly value: number;
  /** Noun for the counted things, for assistive technology: „ungelesene Nachrichten“. */
  readonly label?: string;
}

// Highest number that the circle shows: it has space for two digits, and nobody needs the exact number above 99.
const MAX_SHOWN_COUNT = 99;

/** Number of unread or unanswered things in a small circle, at most 99. */
export const CountBadge = ({ value, label }: CountBadgeProps) => (
  <CountCircle>
    {Math.min(value, MAX_SHOWN_COUNT)}
    {label !== undefined && <VisuallyHidden> {label}</VisuallyHidden>}
  </CountCircle>
);

const toneStyles = {
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

const BadgeBox = styled.span<{ readonly $tone: BadgeTone }>`
  ${textStyles.caption}
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-height: 26px;
  padding: 3px 10px 3px 8px;
  border-radius: 8px;
  ${forcedColorsBorder}
  font-weight: 600;
  ${({ $tone }) => toneStyles[$tone]}
`;

const tagStyle = css`
  ${textStyles.micro}
  display: inline-flex;
  align-items: center;
  flex: none;
  border-radius: 7px;
  white-space: nowrap;
`;

const AdTag = styled.span`
  ${tagStyle}
  min-height: 18px;
  padding: 0 5px;
  border-radius: 5px;
  font-weight: 600;
  color: ${tokens.color.ink2};
  border: 1px solid ${tokens.color.lineStrong};
`;

const NewTag = styled.span`
  ${tagStyle}
  min-height: 22px;
  padding: 0 8px;
  font-weight: 650;
  background: ${tokens.color.apricotTint};
  color: ${tokens.color.onApricotTint};
`;

const CountCircle = styled.span`
  ${textStyles.micro}
  ${textStyles.digits}
  display: inline-grid;
  place-items: center;
  position: relative;
  min-width: 20px;
  min-height: 20px;
  ${forcedColorsBorder}
  padding: 0 6px;
  border-radius: 10px;
  font-weight: 700;
  background: ${tokens.color.plum};
  color: ${tokens.color.onPlum};
`;
