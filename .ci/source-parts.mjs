import ts from 'typescript';

/** Returns TypeScript's kind of script (for example TS or TSX) by the end of the path. */
const kindOf = (path) => {
  if (/x$/.test(path)) return ts.ScriptKind.TSX;
  return /\.[cm]?js$/.test(path) ? ts.ScriptKind.JS : ts.ScriptKind.TS;
};

/** Parses a file of code into its syntax tree. */
export const parseSource = (path, source) =>
  ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kindOf(path));

const isTemplatePart = (node) => ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node);
const isText = (node) =>
  ts.isStringLiteralLike(node) || isTemplatePart(node) || ts.isJsxText(node) || ts.isRegularExpressionLiteral(node);

/** Calls `visit` with `node` and with each node below it. */
export const forEachNode = (node, visit) => {
  visit(node);
  ts.forEachChild(node, (child) => forEachNode(child, visit));
};

const textRangesIn = (file) => {
  const ranges = [];
  forEachNode(file, (node) => {
    if (isText(node)) ranges.push([node.getStart(file), node.getEnd()]);
  });
  return ranges;
};

/** Returns the ranges of all strings, templates, JSX texts and regular expressions: `[[start, end]]`. */
export const textRangesOf = (path, source) => textRangesIn(parseSource(path, source));

/** Returns the comments of a syntax tree as written: `[{ text, start }]`. */
export const commentsOf = (file) => {
  // All texts are replaced by spaces first, so that the `//` of a URL isn't taken for a comment.
  let code = file.text;
  for (const [start, end] of textRangesIn(file)) {
    code = code.slice(0, start) + ' '.repeat(end - start) + code.slice(end);
  }
  const matches = [...code.matchAll(/\/\*[\s\S]*?\*\/|\/\/.*/g)];
  return matches.map(({ 0: text, index }) => ({ text: file.text.slice(index, index + text.length), start: index }));
};
