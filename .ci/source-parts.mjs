import ts from 'typescript';

/** Returns TypeScript's kind of script (for example TS or TSX) by the end of the path. */
const scriptKindOf = (path) => {
  if (/x$/.test(path)) return ts.ScriptKind.TSX;
  return /\.[cm]?js$/.test(path) ? ts.ScriptKind.JS : ts.ScriptKind.TS;
};

/** Parses a file of code into its syntax tree. */
export const parseSource = (path, source) =>
  ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, scriptKindOf(path));

const isTemplatePart = (node) => ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node);
const isTextNode = (node) =>
  ts.isStringLiteralLike(node) || isTemplatePart(node) || ts.isJsxText(node) || ts.isRegularExpressionLiteral(node);

/** Calls `visitNode` with `node` and with each node below it. */
export const forEachNode = (node, visitNode) => {
  visitNode(node);
  ts.forEachChild(node, (child) => forEachNode(child, visitNode));
};

const textRangesIn = (sourceFile) => {
  const textRanges = [];
  forEachNode(sourceFile, (node) => {
    if (isTextNode(node)) textRanges.push([node.getStart(sourceFile), node.getEnd()]);
  });
  return textRanges;
};

/** Returns the ranges of all strings, templates, JSX texts and regular expressions: `[[start, end]]`. */
export const textRangesOf = (path, source) => textRangesIn(parseSource(path, source));

/** Returns the comments of a syntax tree as written: `[{ text, start }]`. */
export const commentsOf = (sourceFile) => {
  // All texts are replaced by spaces first, so that the `//` of a URL isn't taken for a comment.
  let codeWithoutTexts = sourceFile.text;
  for (const [textStart, textEnd] of textRangesIn(sourceFile)) {
    codeWithoutTexts =
      codeWithoutTexts.slice(0, textStart) + ' '.repeat(textEnd - textStart) + codeWithoutTexts.slice(textEnd);
  }
  const commentMatches = [...codeWithoutTexts.matchAll(/\/\*[\s\S]*?\*\/|\/\/.*/g)];
  return commentMatches.map(({ 0: text, index }) => ({
    text: sourceFile.text.slice(index, index + text.length),
    start: index,
  }));
};
