import { createGlobalStyle } from 'styled-components';
import { media } from './media';
import { dark, declarationsOf, light } from './schemes';
import { tokens } from './tokens';

/** Both colour schemes and a small reset. */
export const BaseStyle = createGlobalStyle`
  :root {
    color-scheme: light;
    ${declarationsOf(light)}
  }
  ${media.dark} {
    :root {
      color-scheme: dark;
      ${declarationsOf(dark)}
    }
  }

  *, *::before, *::after { box-sizing: border-box; }
  html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
  body {
    margin: 0;
    background: ${tokens.color.bg};
    color: ${tokens.color.ink};
    font: 400 1rem/1.5rem ${tokens.font.body};
    -webkit-font-smoothing: antialiased;
    overflow-wrap: break-word;
    hyphens: auto;
    hyphenate-limit-chars: 12 5 5;
  }
  h1, h2, h3, h4, p, ul, ol, dl, dd, figure, fieldset { margin: 0; padding: 0; border: 0; }
  ul, ol { list-style: none; }
  button, input, textarea, select { font: inherit; color: inherit; letter-spacing: inherit; }
  button { border: 0; background: none; padding: 0; cursor: pointer; text-align: inherit; hyphens: manual; }
  a { color: inherit; text-decoration: none; }
  svg { display: block; flex: none; }
  img { display: block; max-width: 100%; }
  [hidden] { display: none !important; }
  :focus-visible { outline: 3px solid ${tokens.color.plumText}; outline-offset: 2px; }

  ${media.reducedMotion} {
    *, *::before, *::after { animation-duration: 1ms !important; animation-iteration-count: 1 !important; scroll-behavior: auto !important; }
  }
`;
