// Where an expression of schemas begins: `z.object({…})`, `z.string().check(…)`, `defineRoute({…})`.
const SCHEMA_CALL = /(?<![\w.$'"`*] ?)(?=(?:z(?:\.\w+)+|defineRoute)\()/g;

const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*$/gm;

/**
 * Webpack's loader for the contract's files: marks what makes a schema or a route as free of side effects, so that a
 * build holds those that it uses and no others. The bundler can't see that by itself: to it a schema is a call.
 */
module.exports = (source) => {
  const comments = [...source.matchAll(COMMENT)].map(({ index, 0: text }) => [index, index + text.length]);
  const isCode = (at) => !comments.some(([from, to]) => from <= at && at < to);
  return source.replace(SCHEMA_CALL, (_, at) => (isCode(at) ? '/*#__PURE__*/ ' : ''));
};
