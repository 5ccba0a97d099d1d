import { StyleSheetManager, createGlobalStyle } from 'styled-components';
import { fontFaces } from './fonts';
import { BaseStyle } from './ground';

const FontFaces = createGlobalStyle`${fontFaces}`;

// None outside of a browser: there the one sheet of who draws has it all.
const head = typeof document === 'undefined' ? undefined : document.head;

/**
 * The page's base styles: fonts, both colour schemes, a small reset. Rendered once, by the shell or the alone host. The fonts
 * have a sheet of their own: a browser lays out the whole page anew whenever a rule joins one that holds font faces.
 */
export const GlobalStyle = () => (
  <>
    <StyleSheetManager target={head}>
      <FontFaces />
    </StyleSheetManager>
    <BaseStyle />
  </>
);
