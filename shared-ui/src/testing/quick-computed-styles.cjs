const { createRequire } = require('node:module');
const { candidateRules, elementKeys } = require('./style-index.cjs');

// Loads modules from the jsdom of the test environment, so that the patches below apply to that jsdom.
const requireJsdom = createRequire(createRequire(require.resolve('jest-environment-jsdom')).resolve('jsdom'));
const styleRules = requireJsdom('./jsdom/living/helpers/style-rules.js');
const { matchesDontThrow } = requireJsdom('./jsdom/living/helpers/selectors.js');
const { implForWrapper } = requireJsdom('./jsdom/living/generated/utils.js');
const { CSSStyleDeclaration } = requireJsdom('cssstyle');
const defaultSheet = requireJsdom('rrweb-cssom').parse(requireJsdom('./jsdom/browser/default-stylesheet.js'));

const { getDeclarationForElement: getDeclarationOfJsdom } = styleRules;

const matchingRules = (element) => {
  const selectorKeys = elementKeys(element);
  return [defaultSheet, ...element._ownerDocument.styleSheets._list]
    .flatMap((sheet) => candidateRules(sheet, selectorKeys))
    .filter((rule) => matchesDontThrow(element, rule.selectorText));
};

const declarationsOf = (style) =>
  Array.from(style, (property) => [property, style.getPropertyValue(property), style.getPropertyPriority(property)]);

const cascadeDeclarations = (declarations) => {
  const cascadedStyle = new CSSStyleDeclaration();
  for (const [property, value, priority] of declarations)
    if (value === 'unset') cascadedStyle.removeProperty(property);
    else cascadedStyle.setProperty(property, value, priority);
  return cascadedStyle;
};

const MAX_CACHED_STYLES = 5_000;
const styleByDeclarations = new Map();

/**
 * Returns the style that results from a list of CSS declarations. Elements with equal declarations share the result,
 * because neither the product's code nor jsdom changes it.
 */
const cachedStyleOf = (declarations) => {
  const declarationsKey = JSON.stringify(declarations);
  const cachedStyle = styleByDeclarations.get(declarationsKey);
  if (cachedStyle !== undefined) return cachedStyle;
  if (styleByDeclarations.size >= MAX_CACHED_STYLES) styleByDeclarations.clear();
  const cascadedStyle = cascadeDeclarations(declarations);
  styleByDeclarations.set(declarationsKey, cascadedStyle);
  return cascadedStyle;
};

/**
 * Replaces jsdom's function of the same name and returns the same result. jsdom matches every rule of every sheet
 * against the element; this function matches only rules that contain the element's id, tag or one of its classes, and
 * rules without any of them.
 */
styleRules.getDeclarationForElement = (element) => {
  const ownerDocument = element._ownerDocument;
  // Without a doctype, class selectors ignore case, which the index doesn't support.
  if (ownerDocument.compatMode !== 'CSS1Compat') return getDeclarationOfJsdom(element);
  ownerDocument._styleCache ??= new WeakMap();
  const cachedStyle = ownerDocument._styleCache.get(element);
  if (cachedStyle !== undefined) return cachedStyle;
  const computedDeclaration = cachedStyleOf(
    [...matchingRules(element).map((rule) => rule.style), element.style].flatMap(declarationsOf),
  );
  ownerDocument._styleCache.set(element, computedDeclaration);
  return computedDeclaration;
};

/** Caches the computed style of each element until the document changes. */
const keepComputedStyles = (window) => {
  const originalGetComputedStyle = window.getComputedStyle;
  // Cached styles, by jsdom's own cache of declarations. Each change of the document makes jsdom create a new cache, so
  // the styles of the old one are dropped.
  const stylesByCache = new WeakMap();

  const stylesOf = (cache) => {
    const cachedStyles = stylesByCache.get(cache);
    if (cachedStyles !== undefined) return cachedStyles;
    const newStyles = new WeakMap();
    stylesByCache.set(cache, newStyles);
    return newStyles;
  };

  window.getComputedStyle = (element, ...pseudoElements) => {
    const elementImpl = implForWrapper(element);
    const cache = elementImpl?._ownerDocument?._styleCache;
    const isStyleCacheable = pseudoElements.length === 0 && elementImpl?._attached === true;
    const cachedStyle = isStyleCacheable && cache ? stylesOf(cache).get(elementImpl) : undefined;
    if (cachedStyle !== undefined) return cachedStyle;
    const style = originalGetComputedStyle.call(window, element, ...pseudoElements);
    if (isStyleCacheable) stylesOf(elementImpl._ownerDocument._styleCache).set(elementImpl, style);
    return style;
  };
};

module.exports = { keepComputedStyles };
