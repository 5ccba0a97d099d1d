import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import styled, { keyframes } from 'styled-components';
import { CardGrid } from './layout';
import { uiText, VisuallyHidden } from './text';
import { media, tokens } from './theme/tokens';

const glideAnimation = keyframes`
  from { transform: translateX(-60%); }
  to { transform: translateX(60%); }
`;

interface SkeletonProps {
  /** Width of the placeholder, as a CSS length; default: the full width. */
  readonly $width?: string;
  /** Height of the placeholder, as a CSS length. */
  readonly $height: string;
  readonly $radius?: string;
}

/** Grey placeholder in the final size of the content that is loading. */
// The moving light is a transform, because a transform runs on the compositor: an animated background would be styled
// and painted again in each frame.
export const Skeleton = styled.div.attrs({ 'aria-hidden': true })<SkeletonProps>`
  width: ${({ $width = '100%' }) => $width};
  max-width: 100%;
  flex-shrink: 0;
  height: ${({ $height }) => $height};
  border-radius: ${({ $radius = '8px' }) => $radius};
  position: relative;
  overflow: hidden;
  background: ${tokens.color.sunken};
  &::after {
    content: '';
    position: absolute;
    inset: 0 -100%;
    background: linear-gradient(
      100deg,
      ${tokens.color.sunken} 40%,
      ${tokens.color.hover} 50%,
      ${tokens.color.sunken} 60%
    );
    animation: ${glideAnimation} 1.6s linear infinite;
  }
  ${media.reducedMotion} {
    &::after {
      display: none;
    }
  }
`;

/** Children of AfterDelay and the delay before they are rendered. */
interface AfterDelayProps {
  /**
   * Delay in ms; by default 150, so that fast loads show no placeholder. 0 means immediately, for a placeholder that
   * follows another one.
   */
  readonly milliseconds?: number;
  readonly children: ReactNode;
}

/** Renders its children after a delay. Renders nothing if it is removed before. */
export const AfterDelay = ({ milliseconds = 150, children }: AfterDelayProps) => {
  const [isDelayOver, setIsDelayOver] = useState(milliseconds === 0);
  useEffect(() => {
    const delayTimer = setTimeout(() => setIsDelayOver(true), milliseconds);
    return () => clearTimeout(delayTimer);
  }, [milliseconds]);
  return isDelayOver ? children : null;
};

const LoadingStatus = () => <VisuallyHidden role="status">{uiText('Busy')}</VisuallyHidden>;

const CARD_KEYS = [0, 1, 2, 3];
const DISH_KEYS = [0, 1];

/** Placeholders of restaurant cards while the list is loading: two on phones, four beside the map. */
export const CardSkeletons = ({ milliseconds }: Pick<AfterDelayProps, 'milliseconds'>) => (
  <AfterDelay milliseconds={milliseconds}>
    <LoadingStatus />
    <CardGrid>
      {CARD_KEYS.map((cardKey) => (
        <CardPlaceholder key={cardKey}>
          <Skeleton $height="88px" $width="88px" $radius={tokens.radius.thumb} />
          <TextLines>
            <Skeleton $height="18px" $width="72%" />
            <Skeleton $height="14px" $width="58%" />
            <Skeleton $height="14px" $width="48%" />
          </TextLines>
          <DishLines>
            {DISH_KEYS.map((dishKey) => (
              <DishLine key={dishKey}>
                <Skeleton $height="20px" $width="62%" />
                <Skeleton $height="20px" $width="52px" />
              </DishLine>
            ))}
          </DishLines>
        </CardPlaceholder>
      ))}
    </CardGrid>
  </AfterDelay>
);

interface RowSkeletonsProps {
  readonly count?: number;
}

/** Placeholders of rows with a round picture: people, orders, invitations. */
export const RowSkeletons = ({ count = 4 }: RowSkeletonsProps) => (
  <AfterDelay>
    <LoadingStatus />
    {Array.from({ length: count }, (_, rowIndex) => (
      <RowPlaceholder key={rowIndex}>
        <Skeleton $height="48px" $width="48px" $radius="50%" />
        <TextLines>
          <Skeleton $height="16px" $width="56%" />
          <Skeleton $height="13px" $width="36%" />
        </TextLines>
      </RowPlaceholder>
    ))}
  </AfterDelay>
);

/** Placeholder of a sheet whose screen is loading. */
export const PageSkeleton = () => (
  <AfterDelay>
    <LoadingStatus />
    <PagePlaceholder>
      <Skeleton $height="28px" $width="64%" />
      <Skeleton $height="16px" $width="44%" />
      <Skeleton $height="52px" $radius={tokens.radius.control} />
      <Skeleton $height="16px" />
      <Skeleton $height="16px" $width="86%" />
      <Skeleton $height="16px" $width="72%" />
    </PagePlaceholder>
  </AfterDelay>
);

const CardPlaceholder = styled.div`
  display: grid;
  grid-template-columns: 88px minmax(0, 1fr);
  gap: 7px 12px;
  padding: 9px 0 10px;
  border-top: 1px solid ${tokens.color.line};
  ${media.from701} {
    padding: 11px 12px 12px;
    border-top: 0;
  }
`;

const TextLines = styled.div`
  display: grid;
  gap: 10px;
  flex: 1;
  align-content: center;
  min-width: 0;
`;

const DishLines = styled.div`
  grid-column: 1 / -1;
  display: grid;
  gap: 3px;
  ${media.from1200} {
    grid-column: 2;
  }
`;

const DishLine = styled.div`
  display: flex;
  justify-content: space-between;
  gap: 12px;
`;

const RowPlaceholder = styled.div`
  display: flex;
  align-items: center;
  gap: 14px;
  min-height: 72px;
`;

const PagePlaceholder = styled.div`
  display: grid;
  gap: 14px;
  padding: 24px 20px;
`;
