import type { PrerenderResult } from '@mahlzeit/contract';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ServerStyleSheet } from 'styled-components';
import { GlobalRules } from './ui';

// The library numbers components: its names for them are others' in the browser, whose styles stand beside these for a
// while.
const NAMES_IN_HTML = /(?<=<[^>]* class="[^"]*)\bsc-/g;
const NAMES_IN_CSS = /\.sc-/g;
const OWN = 'fv-';

/** Draws markup and styles of a part of the page outside of any browser; null where it draws nothing. */
export const prerenderView = (content: ReactNode): PrerenderResult | null => {
  const sheet = new ServerStyleSheet();
  try {
    const html = renderToStaticMarkup(sheet.collectStyles(content));
    if (html === '') return null;
    renderToStaticMarkup(sheet.collectStyles(<GlobalRules />));
    // The tag around the rules is the page's own: this one would be taken over by the library in the browser.
    const css = sheet.getStyleTags().replaceAll(/<\/?style[^>]*>/g, '');
    return { html: html.replaceAll(NAMES_IN_HTML, OWN), css: css.replaceAll(NAMES_IN_CSS, `.${OWN}`) };
  } finally {
    sheet.seal();
  }
};
