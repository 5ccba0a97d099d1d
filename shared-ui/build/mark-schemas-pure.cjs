// Beginnings of schema expressions: `z.object({…})`, `z.string().check(…)`, `defineRoute({…})`.
const SCHEMA_CALL = /(?<![\w.$'"`*] ?)(?=(?:z(?:\.\w+)+|defineRoute)\()/g;

const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*$/gm;

/**
 * Loader of webpack for the contract's files. It marks calls that make a schema or a route as free of side effects, so
 * that a build holds only the schemas and routes in use. The bundler itself sees a schema as a call with possible side
 * effects.
 */
module.exports = (source) => {
  const comments = [...source.matchAll(COMMENT)].map(({ index, 0: text }) => [index, index + text.length]);
  const isCode = (offset) => !comments.some(([from, to]) => from <= offset && offset < to);
  return source.replace(SCHEMA_CALL, (_, offset) => (isCode(offset) ? '/*#__PURE__*/ ' : ''));
};
