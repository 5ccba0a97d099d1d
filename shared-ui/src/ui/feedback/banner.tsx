import { CircleAlert, CircleCheck, Clock, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import styled, { css } from 'styled-components';
import type { IconSource } from '../art';
import { Icon } from '../art';
import type { BadgeTone } from '../badge';
import { textStyles, tokens } from '../theme';

interface BannerProps {
  readonly tone: BadgeTone;
  /** Default: the glyph of the tone. */
  readonly icon?: IconSource;
  readonly title?: string;
  readonly children: ReactNode;
  /** A LinkButton or Button below the text. */
  readonly action?: ReactNode;
}

const GLYPHS = { ok: CircleCheck, warn: Clock, err: CircleAlert, info: Info, neutral: Info } as const;

/** A notice within the page: a hint, a warning, what went wrong. */
export const Banner = ({ tone, icon, title, children, action }: BannerProps) => (
  <Box $tone={tone} role={tone === 'err' ? 'alert' : 'status'}>
    <Icon of={icon ?? GLYPHS[tone]} size={18} />
    <Words>
      {title !== undefined && <Title>{title}</Title>}
      <div>{children}</div>
      {action}
    </Words>
  </Box>
);

const tones = {
  ok: css`background: ${tokens.color.okTint}; color: ${tokens.color.onOkTint};`,
  warn: css`background: ${tokens.color.warnTint}; color: ${tokens.color.onWarnTint};`,
  err: css`background: ${tokens.color.errTint}; color: ${tokens.color.onErrTint};`,
  info: css`background: ${tokens.color.infoTint}; color: ${tokens.color.onInfoTint};`,
  neutral: css`background: ${tokens.color.sunken}; color: ${tokens.color.ink2};`,
} as const;

const Box = styled.div<{ readonly $tone: BadgeTone }>`
  ${textStyles.small}
  display: flex;
  align-items: flex-start;
  gap: 8px;
  padding: 9px 12px;
  border-radius: 12px;
  ${({ $tone }) => tones[$tone]}
  > svg { margin-top: calc((1lh - 18px) / 2); }
`;

const Words = styled.div`
  display: grid;
  gap: 2px;
  min-width: 0;
`;

const Title = styled.strong`
  font-weight: 650;
`;
