import { CircleAlert, CircleCheck, Clock, CloudOff, Info, RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import styled, { css } from 'styled-components';
import { Icon, PlateArt } from './art/art';
import type { FoodArtName, IconSource } from './art/art';
import type { BadgeTone } from './badge';
import { Button } from './button';
import { PauseSign } from './button-styles';
import { Body, H1, uiText } from './text';
import { textStyles, tokens } from './theme/tokens';

interface BannerProps {
  readonly tone: BadgeTone;
  /** Icon before the text; by default the icon that belongs to the tone. */
  readonly icon?: IconSource;
  readonly title?: string;
  readonly children: ReactNode;
  /** Button or link below the text. */
  readonly action?: ReactNode;
}

const ICON_BY_TONE = { ok: CircleCheck, warn: Clock, err: CircleAlert, info: Info, neutral: Info } as const;

/** Notice inside of a page: a hint, a warning, an error. */
export const Banner = ({ tone, icon, title, children, action }: BannerProps) => (
  <BannerBox $tone={tone} role={tone === 'err' ? 'alert' : 'status'}>
    <Icon source={icon ?? ICON_BY_TONE[tone]} size={18} />
    <BannerText>
      {title !== undefined && <BannerTitle>{title}</BannerTitle>}
      <div>{children}</div>
      {action}
    </BannerText>
  </BannerBox>
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

const BannerBox = styled.div<{ readonly $tone: BadgeTone }>`
  ${textStyles.small}
  display: flex;
  align-items: flex-start;
  gap: 8px;
  padding: 9px 12px;
  border-radius: 12px;
  ${({ $tone }) => toneStyles[$tone]}
  > svg {
    margin-top: calc((1lh - 18px) / 2);
  }
`;

const BannerText = styled.div`
  display: grid;
  gap: 2px;
  min-width: 0;
`;

const BannerTitle = styled.strong`
  font-weight: 650;
`;

interface BusySignProps {
  /** Name of the running work; by default „Lädt“ (loading). */
  readonly label?: string;
}

/** Sign for work that is running. The sign lies above everything else; the page stays usable. */
export const BusySign = ({ label = uiText('Busy') }: BusySignProps) => (
  <BusyArea role="status" data-react-aria-top-layer="true">
    <BusyPill>
      <PauseSign />
      {label}
    </BusyPill>
  </BusyArea>
);

const BusyArea = styled.div`
  position: fixed;
  inset: 0;
  z-index: ${tokens.layer.busy};
  display: grid;
  place-items: center;
  pointer-events: none;
`;

const BusyPill = styled.span`
  ${textStyles.label}
  display: inline-flex;
  align-items: center;
  gap: 12px;
  padding: 14px 22px;
  border-radius: ${tokens.radius.full};
  background: ${tokens.color.inverse};
  color: ${tokens.color.onInverse};
  box-shadow: ${tokens.color.e3};
`;

interface EmptyStateProps {
  /** Drawing on the plate. Either `art` or `icon` must be set. */
  readonly art?: FoodArtName;
  /** Line icon on the plate. Either `art` or `icon` must be set. */
  readonly icon?: IconSource;
  readonly title: string;
  /** Sentence that says why there is nothing to show. */
  readonly text?: string;
  /** Level of the heading; default 2. */
  readonly headingLevel?: 1 | 2 | 3;
  /** One or two buttons below the text. */
  readonly children?: ReactNode;
}

const HEADING_BY_LEVEL = { 1: 'h1', 2: 'h2', 3: 'h3' } as const;

/** Empty state: a plate with a small drawing, the reason, and at most two actions. */
export const EmptyState = ({ art, icon, title, text, headingLevel = 2, children }: EmptyStateProps) => (
  <EmptyStateFrame>
    <PlateArt art={art} icon={icon} />
    <EmptyTitle as={HEADING_BY_LEVEL[headingLevel]}>{title}</EmptyTitle>
    {text !== undefined && <EmptyStateText $tone="quiet">{text}</EmptyStateText>}
    {children !== undefined && <EmptyStateActions>{children}</EmptyStateActions>}
  </EmptyStateFrame>
);

const EmptyStateFrame = styled.div`
  display: grid;
  justify-items: center;
  gap: 8px;
  padding: 44px 20px;
  text-align: center;
`;

const EmptyTitle = styled(H1)`
  margin-top: 8px;
`;

const EmptyStateText = styled(Body)`
  max-width: 19rem;
  text-wrap: pretty;
`;

const EmptyStateActions = styled.div`
  display: grid;
  justify-items: center;
  gap: ${tokens.space[10]};
  width: min(290px, 100%);
  margin-top: 14px;
`;

interface ErrorStateProps {
  readonly title: string;
  /** Advice below the title that says what the user can do. */
  readonly text?: string;
  /** Called by the button, and automatically once the browser is online again. */
  readonly onRetry: () => void;
  readonly isRetrying?: boolean;
  /** Label of the retry button; default „Erneut versuchen“. */
  readonly retryLabel?: string;
  readonly icon?: IconSource;
  readonly level?: 1 | 2 | 3;
}

/**
 * Message in place of content that failed to load, with a line icon and a retry button. It looks like the empty state.
 */
export const ErrorState = ({
  title,
  text,
  onRetry,
  isRetrying = false,
  retryLabel = uiText('Retry'),
  icon = CloudOff,
  level,
}: ErrorStateProps) => {
  useEffect(() => {
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  return (
    <div role="alert">
      <EmptyState icon={icon} title={title} text={text} headingLevel={level}>
        <Button variant="second" icon={RefreshCw} isBusy={isRetrying} onClick={onRetry}>
          {retryLabel}
        </Button>
      </EmptyState>
    </div>
  );
};
