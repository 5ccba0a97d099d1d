// Matches the start of an expression that creates a schema or a route: `z.object({…})`, `z.string().check(…)`,
// `defineRoute({…})`.
const SCHEMA_CALL_PATTERN = /(?<![\w.$'"`*] ?)(?=(?:z(?:\.\w+)+|defineRoute)\()/g;

const COMMENT_PATTERN = /\/\*[\s\S]*?\*\/|\/\/.*$/gm;

/**
 * Webpack loader for the files of the contract. It marks calls that create a schema or a route as free of side effects,
 * so that a build contains only the schemas and routes that it uses. Without the mark, webpack must assume that such a
 * call has side effects.
 */
module.exports = (source) => {
  const commentRanges = [...source.matchAll(COMMENT_PATTERN)].map(({ index, 0: commentText }) => [
    index,
    index + commentText.length,
  ]);
  const isCodeAt = (offset) =>
    !commentRanges.some(([commentStart, commentEnd]) => commentStart <= offset && offset < commentEnd);
  return source.replace(SCHEMA_CALL_PATTERN, (_, offset) => (isCodeAt(offset) ? '/*#__PURE__*/ ' : ''));
};
