import type { ReactNode } from 'react';
import styled from 'styled-components';
import { media, textStyles, tokens } from '../src/ui/theme';

interface SpecimenProps {
  /** Which variant or state it is. */
  readonly label: string;
  /** Beside each other instead of below each other. */
  readonly isInline?: boolean;
  readonly children: ReactNode;
}

/** One variant or state with its name above it. */
export const Specimen = ({ label, isInline = false, children }: SpecimenProps) => (
  <Case>
    <Name>{label}</Name>
    {isInline ? <Beside>{children}</Beside> : <div>{children}</div>}
  </Case>
);

/** Specimens below each other, as wide as a phone's column. */
export const Column = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 24px;
  max-width: 560px;
`;

/** Specimens beside each other where there is room, each as wide as the pane of the list. */
export const Wall = styled.div`
  display: grid;
  gap: 24px 20px;
  ${media.from701} { grid-template-columns: repeat(auto-fill, minmax(420px, 1fr)); }
`;

const Case = styled.figure`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  align-content: start;
`;

const Name = styled.figcaption`
  ${textStyles.micro}
  color: ${tokens.color.ink3};
`;

const Beside = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 12px;
`;
