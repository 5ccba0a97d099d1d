const withoutComments = (css: string): string => css.replace(/\/\*[\s\S]*?\*\//g, '');

/** Rule of a style sheet: the text before its braces, and the content of the braces. */
interface StyleRule {
  readonly prelude: string;
  readonly body: string;
}

const parseRules = (css: string): StyleRule[] => {
  const rules: StyleRule[] = [];
  let depth = 0;
  let ruleStart = 0;
  let bodyStart = 0;
  [...css].forEach((character, index) => {
    if (character === '{') {
      depth += 1;
      if (depth === 1) bodyStart = index + 1;
    } else if (character === '}') {
      depth -= 1;
      if (depth > 0) return;
      rules.push({ prelude: css.slice(ruleStart, bodyStart - 1).trim(), body: css.slice(bodyStart, index) });
      ruleStart = index + 1;
    } else if (character === ';' && depth === 0) ruleStart = index + 1;
  });
  return rules;
};

const isGroupingRule = (prelude: string): boolean => /^@(media|supports|container|layer)\b/.test(prelude);
const isHarmlessRule = (prelude: string): boolean => prelude === '' || /^@(-webkit-)?keyframes\b/.test(prelude);

/**
 * Returns the selectors and at-rules of a style sheet that can affect other components, because they contain no class.
 */
export const globalSelectors = (css: string): string[] =>
  parseRules(withoutComments(css)).flatMap(({ prelude, body }) => {
    if (isHarmlessRule(prelude)) return [];
    if (isGroupingRule(prelude)) return globalSelectors(body);
    if (prelude.startsWith('@')) return [prelude];
    return prelude
      .split(',')
      .map((selector) => selector.trim())
      .filter((selector) => !selector.includes('.'));
  });

// React Aria adds these style elements for pressable elements and for its own hidden elements. They select only
// attributes of React Aria, so they are allowed.
const isReactAriaStyle = (style: Element): boolean =>
  style.id.startsWith('react-aria') || (style.textContent ?? '').includes('data-react-aria');

/** Returns the style sheets in the page that were added neither by styled-components nor by React Aria. */
export const addedSheets = (): Element[] =>
  [...document.querySelectorAll('style, link[rel=stylesheet]')].filter(
    (style) => !style.hasAttribute('data-styled') && !isReactAriaStyle(style),
  );

/** Returns the description of a style sheet for the message of a finding. */
export const sheetDescription = (style: Element): string =>
  `a sheet of its own: ${(style.getAttribute('href') ?? style.textContent ?? '').slice(0, 80)}`;

// The rules of a sheet are cached, because it is read at every visit and usually doesn't change.
const cachedSheets = new WeakMap<Element, { readonly css: string; readonly selectors: readonly string[] }>();

const globalSelectorsOf = (style: Element): readonly string[] => {
  const css = style.textContent ?? '';
  const cachedSheet = cachedSheets.get(style);
  if (cachedSheet?.css === css) return cachedSheet.selectors;
  const selectors = globalSelectors(css);
  cachedSheets.set(style, { css, selectors });
  return selectors;
};

/**
 * Returns the styles that can affect more than the screen's own components: additional style sheets, and global rules
 * in the sheet of styled-components.
 */
export const foreignStyles = (): string[] => [
  ...addedSheets().map(sheetDescription),
  ...[...document.querySelectorAll('style[data-styled]')]
    .flatMap(globalSelectorsOf)
    .map((selector) => `a rule for the whole page: ${selector}`),
];
