const NAME = /[-\w\u0080-\uffff]+/y;

const nameAt = (selector, at) => {
  NAME.lastIndex = at;
  return NAME.exec(selector)?.[0] ?? '';
};

/** Returns the position after the bracket that closes the bracket at `at`; brackets inside quotes are ignored. */
const closingPlace = (selector, at) => {
  let depth = 0;
  let quote = '';
  for (let place = at; place < selector.length; place += 1) {
    const sign = selector[place];
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '(' || sign === '[') depth += 1;
    else if (sign === ')' || sign === ']') {
      depth -= 1;
      if (depth === 0) return place + 1;
    }
  }
  return selector.length;
};

const ANY = '*';
const COMBINATORS = new Set([' ', '\t', '\n', '\r', '\f', '>', '+', '~']);

// Of the names in one compound selector, the index uses the rarest one: an id, else a class, else a tag.
const weightOf = (key) => (key === ANY ? 0 : key[0] === '#' ? 3 : key[0] === '.' ? 2 : 1);
const rarest = (one, other) => (weightOf(other) > weightOf(one) ? other : one);

/**
 * Returns one key for each selector of a list: a class, an id or a tag that every matching element has, or `*` for a
 * selector without one. The key comes from the last compound selector, because only that one describes the matching
 * element itself.
 */
const selectorKeys = (list) => {
  if (/[\\|]/.test(list)) return [ANY];
  const keys = [];
  let key = ANY;
  let isNewCompound = false;
  let at = 0;
  const keep = (sign, name) => {
    key = rarest(isNewCompound ? ANY : key, name === '' ? ANY : sign + name);
    isNewCompound = false;
    at += sign.length + name.length;
  };
  while (at < list.length) {
    const sign = list[at];
    if (sign === ',') {
      keys.push(key);
      key = ANY;
      isNewCompound = false;
      at += 1;
    } else if (COMBINATORS.has(sign)) {
      // Blanks before a comma or at the end aren't combinators: the compound selector before them stays the last one.
      isNewCompound = true;
      at += 1;
    } else if (sign === '.' || sign === '#') keep(sign, nameAt(list, at + 1));
    else if (sign === '[' || sign === '(') {
      keep('', '');
      at = closingPlace(list, at);
    } else if (sign === ':') {
      keep('', '');
      while (list[at] === ':') at += 1;
      at += nameAt(list, at).length;
    } else {
      const tag = nameAt(list, at);
      keep('', tag.toLowerCase());
      if (tag === '') at += 1;
    }
  }
  keys.push(key);
  return [...new Set(keys)];
};

const keysOfSelectors = new Map();

const keysOf = (selector) => {
  const kept = keysOfSelectors.get(selector);
  if (kept !== undefined) return kept;
  const keys = selectorKeys(selector);
  keysOfSelectors.set(selector, keys);
  return keys;
};

/** Returns the rules of a sheet in their order, including the rules inside `@media screen`, which jsdom applies too. */
const rulesOf = (sheet) => {
  const rules = [];
  for (const rule of sheet.cssRules) {
    if (!rule.media) rules.push(rule);
    else if (Array.prototype.includes.call(rule.media, 'screen')) rules.push(...rule.cssRules);
  }
  return rules.filter((rule) => rule.selectorText !== undefined);
};

const createIndex = (rules) => {
  const byKey = new Map();
  rules.forEach((rule, order) => {
    for (const key of keysOf(rule.selectorText)) {
      const entries = byKey.get(key);
      if (entries === undefined) byKey.set(key, [{ rule, order }]);
      else entries.push({ rule, order });
    }
  });
  return { rules, selectors: rules.map((rule) => rule.selectorText), byKey };
};

const isCurrent = ({ rules, selectors }, now) =>
  rules.length === now.length &&
  rules.every((rule, place) => rule === now[place] && selectors[place] === rule.selectorText);

const indexes = new WeakMap();

const indexOf = (sheet) => {
  const rules = rulesOf(sheet);
  const kept = indexes.get(sheet);
  if (kept !== undefined && isCurrent(kept, rules)) return kept;
  const index = createIndex(rules);
  indexes.set(sheet, index);
  return index;
};

const classesOf = (element) =>
  (element.getAttributeNS(null, 'class') ?? '').split(/[\t\n\f\r ]+/).filter((name) => name !== '');

/** Returns all keys that rules for the element can have in the index. */
const elementKeys = (element) => {
  const id = element.getAttributeNS(null, 'id');
  return [
    ANY,
    element.localName.toLowerCase(),
    ...(id ? [`#${id}`] : []),
    ...classesOf(element).map((name) => `.${name}`),
  ];
};

/**
 * Returns the rules of a sheet, in their order, that may match an element with these keys. Most rules that don't match
 * are left out.
 */
const candidateRules = (sheet, keys) => {
  const { byKey } = indexOf(sheet);
  const entries = new Map();
  for (const key of new Set(keys)) for (const { rule, order } of byKey.get(key) ?? []) entries.set(order, rule);
  return [...entries].sort(([one], [other]) => one - other).map(([, rule]) => rule);
};

module.exports = { candidateRules, elementKeys, selectorKeys };
