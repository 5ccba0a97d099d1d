import type { PrerenderResult } from '@mahlzeit/contract';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ServerStyleSheet } from 'styled-components';
import { GlobalRules } from './ui';

// The class names of styled-components contain a number that differs from the number in the browser. The prerendered
// names get another prefix, because both style sheets are in the page for a while.
const CLASS_NAMES_IN_HTML = /(?<=<[^>]* class="[^"]*)\bsc-/g;
const CLASS_NAMES_IN_CSS = /\.sc-/g;
const OWN_PREFIX = 'fv-';

/** Renders the HTML and the styles of a part of the page without a browser. Returns null when nothing is rendered. */
export const prerenderView = (content: ReactNode): PrerenderResult | null => {
  const styleSheet = new ServerStyleSheet();
  try {
    const html = renderToStaticMarkup(styleSheet.collectStyles(content));
    if (html === '') return null;
    renderToStaticMarkup(styleSheet.collectStyles(<GlobalRules />));
    // The `style` tags are removed, because styled-components in the browser would reuse them. The page adds its own
    // tag.
    const css = styleSheet.getStyleTags().replaceAll(/<\/?style[^>]*>/g, '');
    return {
      html: html.replaceAll(CLASS_NAMES_IN_HTML, OWN_PREFIX),
      css: css.replaceAll(CLASS_NAMES_IN_CSS, `.${OWN_PREFIX}`),
    };
  } finally {
    styleSheet.seal();
  }
};
