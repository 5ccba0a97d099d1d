import { media, tokens } from '@mahlzeit/shared-ui/ui';
import type { EmptyState } from '@mahlzeit/shared-ui/ui';
import type { ComponentProps } from 'react';
import styled, { keyframes } from 'styled-components';

/** Icon of two pulsing bars that shows that the page is waiting. */
export const WaitingBars: NonNullable<ComponentProps<typeof EmptyState>['icon']> = ({ size }) => (
  <WaitingBarsIcon width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <rect x="5" y="3" width="5" height="18" rx="2.5" />
    <rect x="14" y="3" width="5" height="18" rx="2.5" />
  </WaitingBarsIcon>
);

const pulseAnimation = keyframes`
  0%, 100% { opacity: 1; }
  50% { opacity: 0.35; }
`;

const WaitingBarsIcon = styled.svg`
  fill: ${tokens.color.plum};
  > rect {
    animation: ${pulseAnimation} 1s ease-in-out infinite;
  }
  > rect + rect {
    animation-delay: -0.5s;
  }
  ${media.reducedMotion} {
    > rect {
      animation: none;
    }
    > rect + rect {
      opacity: 0.4;
    }
  }
`;

// Colours of the icon on a drawn plate. The plate is light in both colour schemes, so the icon's colours are the same
// in both.
const TINT_BY_TONE = { err: '#bf281c', warn: '#955300' } as const;

/** Colours the icon on a drawn plate: one colour for errors, another for warnings. */
export const TintedPlateArea = styled.div<{ readonly $tone: keyof typeof TINT_BY_TONE }>`
  [aria-hidden='true'] > svg {
    color: ${({ $tone }) => TINT_BY_TONE[$tone]};
  }
`;
