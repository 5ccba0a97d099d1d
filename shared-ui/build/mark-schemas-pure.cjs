// Start of a schema or route expression: `z.object({…})`, `z.string().check(…)`, `defineRoute({…})`.
const SCHEMA_CALL = /(?<![\w.$'"`*] ?)(?=(?:z(?:\.\w+)+|defineRoute)\()/g;

const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*$/gm;

/**
 * Webpack loader for the files of the contract. It marks calls that create a schema or a route as free of side effects,
 * so that a build contains only the schemas and routes that it uses. Without the mark, webpack must assume that such a
 * call has side effects.
 */
module.exports = (source) => {
  const commentRanges = [...source.matchAll(COMMENT)].map(({ index, 0: text }) => [index, index + text.length]);
  const isCode = (offset) => !commentRanges.some(([from, to]) => from <= offset && offset < to);
  return source.replace(SCHEMA_CALL, (_, offset) => (isCode(offset) ? '/*#__PURE__*/ ' : ''));
};
