import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** Kinds of ICU message parts that our texts must not use, each with the problem and the remedy to print. */
const REFUSAL_BY_NODE_TYPE = new Map([
  [TYPE.number, 'formats a number; hand it in as a value that platform/format has made'],
  [TYPE.date, 'formats a date; hand it in as a value that platform/format has made'],
  [TYPE.time, 'formats a time; hand it in as a value that platform/format has made'],
  [TYPE.pound, 'has a #; name the value, {count}'],
  [TYPE.tag, 'holds a tag; give each part a key of its own'],
]);

const messagePartsOf = (nodes) =>
  nodes.flatMap((node) => [
    node,
    ...Object.values(node.options ?? {}).flatMap(({ value }) => messagePartsOf(value)),
    ...messagePartsOf(node.children ?? []),
  ]);

const pluralProblems = (node, pluralCategories) => {
  if (node.pluralType === 'ordinal') return ['counts in ordinals; hand the ordinal in as a value'];
  const missingCategories = pluralCategories.filter((category) => !(category in node.options));
  return missingCategories.length === 0
    ? []
    : [`lacks the plural form ${missingCategories.join(', ')} of ${node.value}`];
};

const pluralCategoriesOf = (language) => new Intl.PluralRules(language).resolvedOptions().pluralCategories;

/**
 * Parses an ICU message. Returns the names of its placeholders (`values`) and its problems, for example a missing
 * plural form of `language`.
 */
export const readMessage = (message, language) => {
  try {
    const messageParts = messagePartsOf(parse(message));
    const valueNames = new Set(
      messageParts
        .filter(({ type }) => [TYPE.argument, TYPE.plural, TYPE.select].includes(type))
        .map(({ value }) => value),
    );
    const problems = messageParts.flatMap((messagePart) => {
      const refusalText = REFUSAL_BY_NODE_TYPE.get(messagePart.type);
      if (refusalText !== undefined) return [refusalText];
      return messagePart.type === TYPE.plural ? pluralProblems(messagePart, pluralCategoriesOf(language)) : [];
    });
    return { values: valueNames, problems: [...new Set(problems)] };
  } catch (error) {
    return { values: new Set(), problems: [`is no ICU message (${error.message})`] };
  }
};
