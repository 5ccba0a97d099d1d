import type { ReactNode } from 'react';
import styled, { createGlobalStyle } from 'styled-components';
import { German } from '../src/ui/german';
import { GlobalStyle } from '../src/ui/theme/global-style';
import { dark, declarationsOf, light } from '../src/ui/theme/schemes';
import { media, textStyles, tokens } from '../src/ui/theme/tokens';

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
  ${media.from701} {
    grid-template-columns: repeat(auto-fill, minmax(420px, 1fr));
  }
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

/** A colour scheme by its name. */
export type SchemeChoice = 'light' | 'dark';

interface StoryFrameProps {
  /** The reader's choice; the product itself follows the browser. */
  readonly scheme: SchemeChoice;
  /** The story fills the page by itself. */
  readonly isBare?: boolean;
  readonly children: ReactNode;
}

/** What the shell puts around every component: fonts, colours, German. */
export const StoryFrame = ({ scheme, isBare = false, children }: StoryFrameProps) => (
  <German>
    <GlobalStyle />
    <ChosenScheme $scheme={scheme} />
    {isBare ? children : <Ground>{children}</Ground>}
  </German>
);

const SCHEMES = { light, dark } as const;

// Doubled, so that it goes before the scheme that the browser asks for.
const ChosenScheme = createGlobalStyle<{ readonly $scheme: SchemeChoice }>`
  :root:root {
    color-scheme: ${({ $scheme }) => $scheme};
    ${({ $scheme }) => declarationsOf(SCHEMES[$scheme])}
  }
`;

const Ground = styled.div`
  padding: 20px 16px;
`;
