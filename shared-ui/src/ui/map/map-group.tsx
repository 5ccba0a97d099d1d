import type { ComponentPropsWithRef } from 'react';
import styled, { css } from 'styled-components';
import { textStyles, tokens } from '../theme';

interface MapDotProps extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'disabled'> {
  readonly label: string;
  /** `place` takes no orders; `far` is a place seen from further up. */
  readonly look: 'place' | 'far';
}

/** A place without a pill; its centre stands at the origin of its parent. */
export const MapDot = ({ label, look, ...rest }: MapDotProps) => <Dot {...rest} type="button" aria-label={label} $look={look} />;

interface MapClusterProps extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'disabled'> {
  readonly count: number;
  /** „6 Lokale, hineinzoomen“. */
  readonly label: string;
  readonly hasSelected?: boolean;
}

/** Places too near to each other to stand apart. */
export const MapCluster = ({ count, label, hasSelected = false, ...rest }: MapClusterProps) => (
  <Cluster {...rest} type="button" aria-label={label} $hasSelected={hasSelected}>
    {count}
  </Cluster>
);

const Dot = styled.button<{ readonly $look: 'place' | 'far' }>`
  position: absolute;
  width: 16px;
  height: 16px;
  border-radius: 50%;
  transform: translate(-50%, -50%);
  background: ${tokens.color.surface};
  box-shadow: inset 0 0 0 3px ${tokens.color.ink3}, ${tokens.color.e1};
  ${({ $look }) =>
    $look === 'far' &&
    css`
      width: 12px;
      height: 12px;
      background: ${tokens.color.plum};
      box-shadow: 0 0 0 1.5px ${tokens.color.pinRing}, ${tokens.color.e1};
    `}
  &::after { content: ''; position: absolute; inset: -14px; border-radius: 50%; }
`;

const Cluster = styled.button<{ readonly $hasSelected: boolean }>`
  ${textStyles.digits}
  position: absolute;
  z-index: 2;
  display: grid;
  place-items: center;
  width: 44px;
  height: 44px;
  border-radius: 50%;
  transform: translate(-50%, -50%);
  font-size: 0.9375rem;
  font-weight: 700;
  background: ${tokens.color.inverse};
  color: ${tokens.color.onInverse};
  box-shadow: 0 0 0 3px ${tokens.color.surface}, ${tokens.color.e2};
  ${({ $hasSelected }) => $hasSelected && css`box-shadow: 0 0 0 3px ${tokens.color.surface}, 0 0 0 6px ${tokens.color.plumText}, ${tokens.color.e2};`}
`;
