const CSS_NAME_PATTERN = /[-\w\u0080-\uffff]+/y;

const nameAt = (selector, position) => {
  CSS_NAME_PATTERN.lastIndex = position;
  return CSS_NAME_PATTERN.exec(selector)?.[0] ?? '';
};

/**
 * Returns the position after the bracket that closes the bracket at `startPosition`; brackets inside quotes are
 * ignored.
 */
const positionAfterBracket = (selector, startPosition) => {
  let bracketDepth = 0;
  let openQuote = '';
  for (let position = startPosition; position < selector.length; position += 1) {
    const character = selector[position];
    if (openQuote !== '') {
      if (character === openQuote) openQuote = '';
    } else if (character === '"' || character === "'") openQuote = character;
    else if (character === '(' || character === '[') bracketDepth += 1;
    else if (character === ')' || character === ']') {
      bracketDepth -= 1;
      if (bracketDepth === 0) return position + 1;
    }
  }
  return selector.length;
};

const ANY_ELEMENT_KEY = '*';
const COMBINATORS = new Set([' ', '\t', '\n', '\r', '\f', '>', '+', '~']);

// Returns the priority of a key for the index of style rules. The index uses the rarest name of a compound selector: an
// id, otherwise a class, otherwise a tag.
const keyWeightOf = (key) => (key === ANY_ELEMENT_KEY ? 0 : key[0] === '#' ? 3 : key[0] === '.' ? 2 : 1);
const rarerKey = (firstKey, secondKey) => (keyWeightOf(secondKey) > keyWeightOf(firstKey) ? secondKey : firstKey);

/**
 * Returns one index key for each selector of a list: a class, an id or a tag that every matching element has, or `*`
 * for a selector without one. The key comes from the last compound selector, because only that one describes the
 * matching element itself.
 */
const selectorKeys = (selectorList) => {
  if (/[\\|]/.test(selectorList)) return [ANY_ELEMENT_KEY];
  const collectedKeys = [];
  let currentKey = ANY_ELEMENT_KEY;
  let isNewCompound = false;
  let position = 0;
  const keepRarerKey = (prefix, name) => {
    currentKey = rarerKey(isNewCompound ? ANY_ELEMENT_KEY : currentKey, name === '' ? ANY_ELEMENT_KEY : prefix + name);
    isNewCompound = false;
    position += prefix.length + name.length;
  };
  while (position < selectorList.length) {
    const character = selectorList[position];
    if (character === ',') {
      collectedKeys.push(currentKey);
      currentKey = ANY_ELEMENT_KEY;
      isNewCompound = false;
      position += 1;
    } else if (COMBINATORS.has(character)) {
      // A blank before a comma or at the end of the text is no combinator, so the compound selector before it stays the
      // last one.
      isNewCompound = true;
      position += 1;
    } else if (character === '.' || character === '#') keepRarerKey(character, nameAt(selectorList, position + 1));
    else if (character === '[' || character === '(') {
      keepRarerKey('', '');
      position = positionAfterBracket(selectorList, position);
    } else if (character === ':') {
      keepRarerKey('', '');
      while (selectorList[position] === ':') position += 1;
      position += nameAt(selectorList, position).length;
    } else {
      const tagName = nameAt(selectorList, position);
      keepRarerKey('', tagName.toLowerCase());
      if (tagName === '') position += 1;
    }
  }
  collectedKeys.push(currentKey);
  return [...new Set(collectedKeys)];
};

const keysOfSelectors = new Map();

const keysOf = (selector) => {
  const cachedKeys = keysOfSelectors.get(selector);
  if (cachedKeys !== undefined) return cachedKeys;
  const newKeys = selectorKeys(selector);
  keysOfSelectors.set(selector, newKeys);
  return newKeys;
};

/**
 * Returns the rules of a style sheet in their order, including the rules inside `@media screen`, which jsdom applies
 * too.
 */
const rulesOf = (sheet) => {
  const sheetRules = [];
  for (const rule of sheet.cssRules) {
    if (!rule.media) sheetRules.push(rule);
    else if (Array.prototype.includes.call(rule.media, 'screen')) sheetRules.push(...rule.cssRules);
  }
  return sheetRules.filter((rule) => rule.selectorText !== undefined);
};

const createIndex = (rules) => {
  const entriesByKey = new Map();
  rules.forEach((rule, order) => {
    for (const key of keysOf(rule.selectorText)) {
      const keyEntries = entriesByKey.get(key);
      if (keyEntries === undefined) entriesByKey.set(key, [{ rule, order }]);
      else keyEntries.push({ rule, order });
    }
  });
  return { rules, selectors: rules.map((rule) => rule.selectorText), byKey: entriesByKey };
};

const isIndexCurrent = ({ rules, selectors }, currentRules) =>
  rules.length === currentRules.length &&
  rules.every((rule, ruleIndex) => rule === currentRules[ruleIndex] && selectors[ruleIndex] === rule.selectorText);

const indexBySheet = new WeakMap();

const styleIndexOf = (sheet) => {
  const sheetRules = rulesOf(sheet);
  const cachedIndex = indexBySheet.get(sheet);
  if (cachedIndex !== undefined && isIndexCurrent(cachedIndex, sheetRules)) return cachedIndex;
  const styleIndex = createIndex(sheetRules);
  indexBySheet.set(sheet, styleIndex);
  return styleIndex;
};

const classesOf = (element) =>
  (element.getAttributeNS(null, 'class') ?? '').split(/[\t\n\f\r ]+/).filter((name) => name !== '');

/** Returns all index keys under which rules for an element may be found. */
const elementKeys = (element) => {
  const elementId = element.getAttributeNS(null, 'id');
  return [
    ANY_ELEMENT_KEY,
    element.localName.toLowerCase(),
    ...(elementId ? [`#${elementId}`] : []),
    ...classesOf(element).map((name) => `.${name}`),
  ];
};

/**
 * Returns those rules of a style sheet, in their order, that may match an element with these index keys. Most rules
 * that don't match are left out.
 */
const candidateRules = (sheet, keys) => {
  const { byKey } = styleIndexOf(sheet);
  const ruleByOrder = new Map();
  for (const key of new Set(keys)) for (const { rule, order } of byKey.get(key) ?? []) ruleByOrder.set(order, rule);
  return [...ruleByOrder].sort(([firstOrder], [secondOrder]) => firstOrder - secondOrder).map(([, rule]) => rule);
};

module.exports = { candidateRules, elementKeys, selectorKeys };
