import type { ReactNode } from 'react';
import styled from 'styled-components';
import type { FoodArtName, IconSource } from '../art';
import { PlateArt } from '../art';
import { Body, H1 } from '../text';
import { tokens } from '../theme';

interface EmptyStateProps {
  /** One small thing on the plate … */
  readonly art?: FoodArtName;
  /** … or a line icon. */
  readonly icon?: IconSource;
  readonly title: string;
  /** One sentence with the reason. */
  readonly text?: string;
  /** Level of the heading; default 2. */
  readonly level?: 1 | 2 | 3;
  /** The way out: a button or two. */
  readonly children?: ReactNode;
}

const LEVELS = { 1: 'h1', 2: 'h2', 3: 'h3' } as const;

/** Nothing here: a plate with one small thing on it, the reason, one way out. */
export const EmptyState = ({ art, icon, title, text, level = 2, children }: EmptyStateProps) => (
  <Frame>
    <PlateArt art={art} icon={icon} />
    <EmptyTitle as={LEVELS[level]}>{title}</EmptyTitle>
    {text !== undefined && <Reason $tone="quiet">{text}</Reason>}
    {children !== undefined && <WayOut>{children}</WayOut>}
  </Frame>
);

const Frame = styled.div`
  display: grid;
  justify-items: center;
  gap: 8px;
  padding: 44px 20px;
  text-align: center;
`;

const EmptyTitle = styled(H1)`
  margin-top: 8px;
`;

const Reason = styled(Body)`
  max-width: 19rem;
  text-wrap: pretty;
`;

const WayOut = styled.div`
  display: grid;
  justify-items: center;
  gap: ${tokens.space[10]};
  width: min(290px, 100%);
  margin-top: 14px;
`;
