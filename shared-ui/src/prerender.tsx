import type { PrerenderResult } from '@mahlzeit/contract';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ServerStyleSheet } from 'styled-components';
import { GlobalRules } from './ui';

// styled-components numbers its components: their names differ from those in the browser, whose styles coexist with
// these for a while.
const NAMES_IN_HTML = /(?<=<[^>]* class="[^"]*)\bsc-/g;
const NAMES_IN_CSS = /\.sc-/g;
const OWN = 'fv-';

/** Renders markup and styles of a part of the page outside of a browser; null when nothing is rendered. */
export const prerenderView = (content: ReactNode): PrerenderResult | null => {
  const sheet = new ServerStyleSheet();
  try {
    const html = renderToStaticMarkup(sheet.collectStyles(content));
    if (html === '') return null;
    renderToStaticMarkup(sheet.collectStyles(<GlobalRules />));
    // The page adds its own tag around the rules: the library in the browser would take over this one.
    const css = sheet.getStyleTags().replaceAll(/<\/?style[^>]*>/g, '');
    return { html: html.replaceAll(NAMES_IN_HTML, OWN), css: css.replaceAll(NAMES_IN_CSS, `.${OWN}`) };
  } finally {
    sheet.seal();
  }
};
