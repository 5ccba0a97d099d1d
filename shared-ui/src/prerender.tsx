import type { PrerenderResult } from '@mahlzeit/contract';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ServerStyleSheet } from 'styled-components';
import { GlobalRules } from './ui';

// Matches the prefix `sc-` of class names in prerendered HTML. The class names of styled-components contain a number
// that differs from the browser's, so they get another prefix: both style sheets are in the page for a while.
const CLASS_NAME_IN_HTML_PATTERN = /(?<=<[^>]* class="[^"]*)\bsc-/g;
const CLASS_NAME_IN_CSS_PATTERN = /\.sc-/g;
const OWN_CLASS_PREFIX = 'fv-';

/** Renders `content` to HTML and styles without a browser. Returns null when nothing is rendered. */
export const prerenderView = (content: ReactNode): PrerenderResult | null => {
  const styleSheet = new ServerStyleSheet();
  try {
    const html = renderToStaticMarkup(styleSheet.collectStyles(content));
    if (html === '') return null;
    renderToStaticMarkup(styleSheet.collectStyles(<GlobalRules />));
    // The `style` tags are removed, because styled-components in the browser would take them for its own. The page puts
    // the CSS into a tag of its own.
    const css = styleSheet.getStyleTags().replaceAll(/<\/?style[^>]*>/g, '');
    return {
      html: html.replaceAll(CLASS_NAME_IN_HTML_PATTERN, OWN_CLASS_PREFIX),
      css: css.replaceAll(CLASS_NAME_IN_CSS_PATTERN, `.${OWN_CLASS_PREFIX}`),
    };
  } finally {
    styleSheet.seal();
  }
};
