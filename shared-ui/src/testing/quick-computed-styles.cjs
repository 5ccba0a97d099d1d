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
  const keys = elementKeys(element);
  return [defaultSheet, ...element._ownerDocument.styleSheets._list]
    .flatMap((sheet) => candidateRules(sheet, keys))
    .filter((rule) => matchesDontThrow(element, rule.selectorText));
};

const declarationsOf = (style) =>
  Array.from(style, (property) => [property, style.getPropertyValue(property), style.getPropertyPriority(property)]);

const cascade = (declarations) => {
  const result = new CSSStyleDeclaration();
  for (const [property, value, priority] of declarations)
    if (value === 'unset') result.removeProperty(property);
    else result.setProperty(property, value, priority);
  return result;
};

const MAX_CASCADES = 5_000;
const cascades = new Map();

/**
 * Returns the style that results from a list of declarations. Elements with equal declarations share the result,
 * because neither our code nor jsdom changes it.
 */
const cachedCascade = (declarations) => {
  const key = JSON.stringify(declarations);
  const cached = cascades.get(key);
  if (cached !== undefined) return cached;
  if (cascades.size >= MAX_CASCADES) cascades.clear();
  const result = cascade(declarations);
  cascades.set(key, result);
  return result;
};

/**
 * Replaces jsdom's function of the same name and returns the same result. jsdom matches every rule of every sheet
 * against the element; this function matches only rules that contain the element's id, tag or one of its classes, and
 * rules without any of them.
 */
styleRules.getDeclarationForElement = (element) => {
  const page = element._ownerDocument;
  // Without a doctype, class selectors ignore case, which the index doesn't support.
  if (page.compatMode !== 'CSS1Compat') return getDeclarationOfJsdom(element);
  page._styleCache ??= new WeakMap();
  const cached = page._styleCache.get(element);
  if (cached !== undefined) return cached;
  const result = cachedCascade(
    [...matchingRules(element).map((rule) => rule.style), element.style].flatMap(declarationsOf),
  );
  page._styleCache.set(element, result);
  return result;
};

/** Caches the computed style of each element until the document changes. */
const keepComputedStyles = (window) => {
  const compute = window.getComputedStyle;
  // The keys are jsdom's own caches of declarations: each change of the document replaces jsdom's cache, so the styles
  // of the old cache are dropped.
  const styles = new WeakMap();

  const stylesOf = (cache) => {
    const kept = styles.get(cache);
    if (kept !== undefined) return kept;
    const fresh = new WeakMap();
    styles.set(cache, fresh);
    return fresh;
  };

  window.getComputedStyle = (element, ...pseudo) => {
    const impl = implForWrapper(element);
    const cache = impl?._ownerDocument?._styleCache;
    const isKept = pseudo.length === 0 && impl?._attached === true;
    const kept = isKept && cache ? stylesOf(cache).get(impl) : undefined;
    if (kept !== undefined) return kept;
    const style = compute.call(window, element, ...pseudo);
    if (isKept) stylesOf(impl._ownerDocument._styleCache).set(impl, style);
    return style;
  };
};

module.exports = { keepComputedStyles };
