const withoutComments = (css: string): string => css.replace(/\/\*[\s\S]*?\*\//g, '');

/** Head of a rule with the content of its braces. */
interface Block {
  readonly prelude: string;
  readonly body: string;
}

const blocksOf = (css: string): Block[] => {
  const blocks: Block[] = [];
  let depth = 0;
  let start = 0;
  let bodyStart = 0;
  [...css].forEach((character, index) => {
    if (character === '{') {
      depth += 1;
      if (depth === 1) bodyStart = index + 1;
    } else if (character === '}') {
      depth -= 1;
      if (depth > 0) return;
      blocks.push({ prelude: css.slice(start, bodyStart - 1).trim(), body: css.slice(bodyStart, index) });
      start = index + 1;
    } else if (character === ';' && depth === 0) start = index + 1;
  });
  return blocks;
};

const isGrouping = (prelude: string): boolean => /^@(media|supports|container|layer)\b/.test(prelude);
const isHarmless = (prelude: string): boolean => prelude === '' || /^@(-webkit-)?keyframes\b/.test(prelude);

/** Returns the selectors and at-rules of a sheet that affect other components: those without a class. */
export const globalSelectors = (css: string): string[] =>
  blocksOf(withoutComments(css)).flatMap(({ prelude, body }) => {
    if (isHarmless(prelude)) return [];
    if (isGrouping(prelude)) return globalSelectors(body);
    if (prelude.startsWith('@')) return [prelude];
    return prelude
      .split(',')
      .map((selector) => selector.trim())
      .filter((selector) => !selector.includes('.'));
  });

// React Aria adds these for pressable elements and for its own hidden ones; they select only its own attributes.
const isOfReactAria = (style: Element): boolean =>
  style.id.startsWith('react-aria') || (style.textContent ?? '').includes('data-react-aria');

/** Returns the style sheets in the page that belong to no package. */
export const ownSheets = (): Element[] =>
  [...document.querySelectorAll('style, link[rel=stylesheet]')].filter(
    (style) => !style.hasAttribute('data-styled') && !isOfReactAria(style),
  );

/** Returns the name of a sheet for messages. */
export const nameOfSheet = (style: Element): string =>
  `a sheet of its own: ${(style.getAttribute('href') ?? style.textContent ?? '').slice(0, 80)}`;

// A sheet only grows, and is read at every visit.
const readSheets = new WeakMap<Element, { readonly css: string; readonly selectors: readonly string[] }>();

const globalSelectorsOf = (style: Element): readonly string[] => {
  const css = style.textContent ?? '';
  const cached = readSheets.get(style);
  if (cached?.css === css) return cached.selectors;
  const selectors = globalSelectors(css);
  readSheets.set(style, { css, selectors });
  return selectors;
};

/**
 * Returns styles that affect more than the screen's own components: additional sheets, and global rules in the own one.
 */
export const foreignStyles = (): string[] => [
  ...ownSheets().map(nameOfSheet),
  ...[...document.querySelectorAll('style[data-styled]')]
    .flatMap(globalSelectorsOf)
    .map((selector) => `a rule for the whole page: ${selector}`),
];
