import type { ReactNode } from 'react';
import styled, { createGlobalStyle } from 'styled-components';
import { German } from '../src/ui/german';
import { GlobalStyle } from '../src/ui/theme/global-style';
import { dark, declarationsOf, light } from '../src/ui/theme/schemes';
import { media, textStyles, tokens } from '../src/ui/theme/tokens';

interface SpecimenProps {
  /** Name of the variant or state. */
  readonly label: string;
  /** Side by side instead of below each other. */
  readonly isInline?: boolean;
  readonly children: ReactNode;
}

/** Variant or state with its name above. */
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

/** Specimens side by side where they fit, each as wide as the list's pane. */
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

/** Name of a colour scheme. */
export type SchemeChoice = 'light' | 'dark';

interface StoryFrameProps {
  /** Choice of the toolbar; the product itself follows the browser. */
  readonly scheme: SchemeChoice;
  /** True for a story that fills the page itself. */
  readonly isBare?: boolean;
  readonly children: ReactNode;
}

/** Wrapper with everything that the shell puts around components: fonts, colours, German. */
export const StoryFrame = ({ scheme, isBare = false, children }: StoryFrameProps) => (
  <German>
    <GlobalStyle />
    <ChosenScheme $scheme={scheme} />
    {isBare ? children : <Ground>{children}</Ground>}
  </German>
);

const SCHEMES = { light, dark } as const;

// Doubled for a specificity above the browser's preferred scheme.
const ChosenScheme = createGlobalStyle<{ readonly $scheme: SchemeChoice }>`
  :root:root {
    color-scheme: ${({ $scheme }) => $scheme};
    ${({ $scheme }) => declarationsOf(SCHEMES[$scheme])}
  }
`;

const Ground = styled.div`
  padding: 20px 16px;
`;
