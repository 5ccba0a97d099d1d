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
export const globalSelectors = (css: string): string[] => blocksOf(withoutComments(css)).flatMap(({ prelude, body }) => {
  if (isHarmless(prelude)) return [];
  if (isGrouping(prelude)) return globalSelectors(body);
  if (prelude.startsWith('@')) return [prelude];
  return prelude.split(',').map((selector) => selector.trim()).filter((selector) => !selector.includes('.'));
});

// React Aria adds these for pressable elements and for its own hidden ones; they name none but its own attributes.
const isOfReactAria = (style: Element): boolean => style.id.startsWith('react-aria') || (style.textContent ?? '').includes('data-react-aria');

/** What styles outside of a screen's own components: other sheets, and global rules in its own. */
export const foreignStyles = (): string[] => [...document.querySelectorAll('style, link[rel=stylesheet]')].flatMap((style) => {
  if (style.hasAttribute('data-styled')) return globalSelectors(style.textContent ?? '');
  return isOfReactAria(style) ? [] : [`a sheet of its own: ${(style.textContent ?? '').slice(0, 80)}`];
});
