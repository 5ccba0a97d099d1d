const withoutComments = (css: string): string => css.replace(/\/\*[\s\S]*?\*\//g, '');

/** A rule's head and what stands in its braces. */
interface Block {
  readonly prelude: string;
  readonly body: string;
}

const blocksOf = (css: string): Block[] => {
  const blocks: Block[] = [];
  let depth = 0;
  let start = 0;
  let bodyStart = 0;
  [...css].forEach((sign, at) => {
    if (sign === '{') {
      depth += 1;
      if (depth === 1) bodyStart = at + 1;
    } else if (sign === '}') {
      depth -= 1;
      if (depth > 0) return;
      blocks.push({ prelude: css.slice(start, bodyStart - 1).trim(), body: css.slice(bodyStart, at) });
      start = at + 1;
    } else if (sign === ';' && depth === 0) start = at + 1;
  });
  return blocks;
};

const isGrouping = (prelude: string): boolean => /^@(media|supports|container|layer)\b/.test(prelude);
const isHarmless = (prelude: string): boolean => prelude === '' || /^@(-webkit-)?keyframes\b/.test(prelude);

/** Selectors and at-rules of a sheet that reach beyond the component that wrote them: those without a class. */
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

// React Aria adds these for pressable elements and for its own hidden ones; they name none but its own attributes.
const isOfReactAria = (style: Element): boolean =>
  style.id.startsWith('react-aria') || (style.textContent ?? '').includes('data-react-aria');

/** Style sheets that stand in the page and are no package's. */
export const ownSheets = (): Element[] =>
  [...document.querySelectorAll('style, link[rel=stylesheet]')].filter(
    (style) => !style.hasAttribute('data-styled') && !isOfReactAria(style),
  );

/** What a sheet is known by in a message. */
export const nameOfSheet = (style: Element): string =>
  `a sheet of its own: ${(style.getAttribute('href') ?? style.textContent ?? '').slice(0, 80)}`;

// A sheet only grows, and is read at every visit.
const readSheets = new WeakMap<Element, { readonly css: string; readonly selectors: readonly string[] }>();

const globalSelectorsOf = (style: Element): readonly string[] => {
  const css = style.textContent ?? '';
  const known = readSheets.get(style);
  if (known?.css === css) return known.selectors;
  const selectors = globalSelectors(css);
  readSheets.set(style, { css, selectors });
  return selectors;
};

/** What styles outside of a screen's own components: other sheets, and global rules in its own. */
export const foreignStyles = (): string[] => [
  ...ownSheets().map(nameOfSheet),
  ...[...document.querySelectorAll('style[data-styled]')]
    .flatMap(globalSelectorsOf)
    .map((selector) => `a rule for the whole page: ${selector}`),
];
