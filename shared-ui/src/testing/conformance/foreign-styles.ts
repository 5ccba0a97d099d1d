const withoutCssComments = (css: string): string => css.replace(/\/\*[\s\S]*?\*\//g, '');

/** Rule of a style sheet: the text before its braces, and the content of the braces. */
interface StyleRule {
  readonly prelude: string;
  readonly body: string;
}

const parseRules = (css: string): StyleRule[] => {
  const rules: StyleRule[] = [];
  let braceDepth = 0;
  let ruleStartIndex = 0;
  let bodyStartIndex = 0;
  [...css].forEach((character, index) => {
    if (character === '{') {
      braceDepth += 1;
      if (braceDepth === 1) bodyStartIndex = index + 1;
    } else if (character === '}') {
      braceDepth -= 1;
      if (braceDepth > 0) return;
      rules.push({
        prelude: css.slice(ruleStartIndex, bodyStartIndex - 1).trim(),
        body: css.slice(bodyStartIndex, index),
      });
      ruleStartIndex = index + 1;
    } else if (character === ';' && braceDepth === 0) ruleStartIndex = index + 1;
  });
  return rules;
};

const isGroupingRule = (prelude: string): boolean => /^@(media|supports|container|layer)\b/.test(prelude);
const isHarmlessRule = (prelude: string): boolean => prelude === '' || /^@(-webkit-)?keyframes\b/.test(prelude);

/**
 * Returns the selectors and at-rules of a style sheet that can affect other components, because they contain no class.
 */
export const parseGlobalSelectors = (css: string): string[] =>
  parseRules(withoutCssComments(css)).flatMap(({ prelude, body }) => {
    if (isHarmlessRule(prelude)) return [];
    if (isGroupingRule(prelude)) return parseGlobalSelectors(body);
    if (prelude.startsWith('@')) return [prelude];
    return prelude
      .split(',')
      .map((selector) => selector.trim())
      .filter((selector) => !selector.includes('.'));
  });

// Returns whether React Aria has added a style element, for pressable elements and for its own hidden elements. Its
// selectors match only attributes of React Aria, so such styles are allowed.
const isReactAriaStyle = (styleElement: Element): boolean =>
  styleElement.id.startsWith('react-aria') || (styleElement.textContent ?? '').includes('data-react-aria');

/** Returns the style sheets in the page that were added neither by styled-components nor by React Aria. */
export const readAddedSheets = (): Element[] =>
  [...document.querySelectorAll('style, link[rel=stylesheet]')].filter(
    (style) => !style.hasAttribute('data-styled') && !isReactAriaStyle(style),
  );

/** Returns the description of a style sheet for the message about a problem. */
export const describeSheet = (styleElement: Element): string =>
  `a sheet of its own: ${(styleElement.getAttribute('href') ?? styleElement.textContent ?? '').slice(0, 80)}`;

// Cache of the rules of each style sheet, because the sheets are read at every visit and usually don't change.
const cachedSelectorsBySheet = new WeakMap<Element, { readonly css: string; readonly selectors: readonly string[] }>();

const globalSelectorsOf = (styleElement: Element): readonly string[] => {
  const css = styleElement.textContent ?? '';
  const cachedSelectors = cachedSelectorsBySheet.get(styleElement);
  if (cachedSelectors?.css === css) return cachedSelectors.selectors;
  const selectors = parseGlobalSelectors(css);
  cachedSelectorsBySheet.set(styleElement, { css, selectors });
  return selectors;
};

/**
 * Returns the styles that can affect more than the screen's own components: additional style sheets, and global rules
 * in the sheet of styled-components.
 */
export const describeForeignStyles = (): string[] => [
  ...readAddedSheets().map(describeSheet),
  ...[...document.querySelectorAll('style[data-styled]')]
    .flatMap(globalSelectorsOf)
    .map((selector) => `a rule for the whole page: ${selector}`),
];
