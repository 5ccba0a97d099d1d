import type { ReactNode } from 'react';
import styled, { createGlobalStyle } from 'styled-components';
import { German } from '../src/ui/german/german';
import { GlobalStyle } from '../src/ui/theme/global-style';
import { dark, declarationsOf, light } from '../src/ui/theme/schemes';

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
