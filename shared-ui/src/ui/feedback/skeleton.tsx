import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import styled, { keyframes } from 'styled-components';
import { media, tokens } from '../theme';

const glide = keyframes`
  from { background-position: 150% 0; }
  to { background-position: -150% 0; }
`;

interface SkeletonProps {
  /** CSS length; default the full width. */
  readonly $width?: string;
  /** CSS length. */
  readonly $height: string;
  readonly $radius?: string;
}

/** A grey place for something that is on its way, in its final size. */
export const Skeleton = styled.div.attrs({ 'aria-hidden': true })<SkeletonProps>`
  width: ${({ $width = '100%' }) => $width};
  max-width: 100%;
  flex-shrink: 0;
  height: ${({ $height }) => $height};
  border-radius: ${({ $radius = '8px' }) => $radius};
  background: linear-gradient(100deg, ${tokens.color.sunken} 30%, ${tokens.color.hover} 50%, ${tokens.color.sunken} 70%) 0 0 / 200% 100%;
  animation: ${glide} 1.6s linear infinite;
  ${media.reducedMotion} { animation: none; }
`;

/** When a skeleton shows. */
export interface AfterDelayProps {
  /** Default 150: what is quicker shows no skeleton. 0 shows it at once: it goes on from another one. */
  readonly milliseconds?: number;
  readonly children: ReactNode;
}

/** Shows its children only when they are still wanted after a moment. */
export const AfterDelay = ({ milliseconds = 150, children }: AfterDelayProps) => {
  const [isOver, setIsOver] = useState(milliseconds === 0);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return isOver ? children : null;
};
