import type { ReactNode } from 'react';
import styled, { createGlobalStyle } from 'styled-components';
import { German } from '../src/ui/german';
import { GlobalStyle } from '../src/ui/theme/global-style';
import { darkScheme, declarationsOf, lightScheme } from '../src/ui/theme/schemes';
import { media, textStyles, tokens } from '../src/ui/theme/tokens';

interface SpecimenProps {
  /** Name of the variant or state that is shown. */
  readonly label: string;
  /** Whether the children are placed side by side instead of below each other. */
  readonly isInline?: boolean;
  readonly children: ReactNode;
}

/** Frame around one variant or state of a component, with its name above. */
export const Specimen = ({ label, isInline = false, children }: SpecimenProps) => (
  <SpecimenFigure>
    <SpecimenName>{label}</SpecimenName>
    {isInline ? <SpecimenRow>{children}</SpecimenRow> : <div>{children}</div>}
  </SpecimenFigure>
);

/** Column of shown variants, as wide as a phone's column. */
export const StoryColumn = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 24px;
  max-width: 560px;
`;

/** Grid of shown variants, side by side where they fit. Each one is as wide as the list beside the map. */
export const SpecimenGrid = styled.div`
  display: grid;
  gap: 24px 20px;
  ${media.from701} {
    grid-template-columns: repeat(auto-fill, minmax(420px, 1fr));
  }
`;

const SpecimenFigure = styled.figure`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  align-content: start;
`;

const SpecimenName = styled.figcaption`
  ${textStyles.micro}
  color: ${tokens.color.ink3};
`;

const SpecimenRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 12px;
`;

/** Colour schemes that Storybook's toolbar offers. */
export type ColorSchemeName = 'light' | 'dark';

interface StoryFrameProps {
  /** Colour scheme that is chosen in Storybook's toolbar. The product itself follows the browser's setting. */
  readonly scheme: ColorSchemeName;
  /** True for a story that fills the whole page and needs no padding. */
  readonly isBare?: boolean;
  readonly children: ReactNode;
}

/** Wrapper that provides the parts of the shell that components need: fonts, colours and the German language. */
export const StoryFrame = ({ scheme, isBare = false, children }: StoryFrameProps) => (
  <German>
    <GlobalStyle />
    <ChosenSchemeStyle $scheme={scheme} />
    {isBare ? children : <PaddedPage>{children}</PaddedPage>}
  </German>
);

const COLOR_SCHEMES = { light: lightScheme, dark: darkScheme } as const;

// Sets the chosen colour scheme. Its doubled selector has a higher specificity than the rules for the browser's
// preferred scheme.
const ChosenSchemeStyle = createGlobalStyle<{ readonly $scheme: ColorSchemeName }>`
  :root:root {
    color-scheme: ${({ $scheme }) => $scheme};
    ${({ $scheme }) => declarationsOf(COLOR_SCHEMES[$scheme])}
  }
`;

const PaddedPage = styled.div`
  padding: 20px 16px;
`;
