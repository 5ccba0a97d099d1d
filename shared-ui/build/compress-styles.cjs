const ts = require('typescript');

/**
 * Tags of the template literals of styled-components: `styled.p`, `styled(Row).attrs(…)`, `css`, `keyframes`,
 * `createGlobalStyle`.
 */
const STYLE_TAG_PATTERN = /^(styled\b|(css|keyframes|createGlobalStyle)$)/;

/** Quoted strings in styles, in which spaces must not be removed. */
const QUOTED_STRING_PATTERN = /("[^"]*"|'[^']*')/;

const compressText = (styleText) =>
  styleText
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};]) ?|([:,]) /g, '$1$2')
    .replace(/;}/g, '}');

const compressTemplateText = (templateText) =>
  templateText
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^[ \t]*\/\/.*$/gm, '')
    .split(QUOTED_STRING_PATTERN)
    .map((text, index) => (index % 2 === 1 ? text : compressText(text)))
    .join('');

const styleTemplatesIn = (node, foundTemplates = []) => {
  if (ts.isTaggedTemplateExpression(node) && STYLE_TAG_PATTERN.test(node.tag.getText()))
    foundTemplates.push(node.template);
  ts.forEachChild(node, (child) => {
    styleTemplatesIn(child, foundTemplates);
  });
  return foundTemplates;
};

/** Returns the ranges of the texts in a template, without the backticks and the interpolations. */
const textRangesOfTemplate = (template) => {
  const templateParts = ts.isNoSubstitutionTemplateLiteral(template)
    ? [template]
    : [template.head, ...template.templateSpans.map(({ literal }) => literal)];
  return templateParts.map((templatePart) => [
    templatePart.getStart() + 1,
    templatePart.getEnd() - (templatePart.getText().endsWith('${') ? 2 : 1),
  ]);
};

/**
 * Webpack loader that removes line breaks, indentation and comments from styles. Otherwise styled-components would
 * deliver them with every page.
 */
module.exports = function compressStyles(source) {
  if (!source.includes('styled-components')) return source;
  const sourceFile = ts.createSourceFile('styles.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  return styleTemplatesIn(sourceFile)
    .flatMap(textRangesOfTemplate)
    .sort(([firstStart], [secondStart]) => secondStart - firstStart)
    .reduce(
      (compressedCode, [rangeStart, rangeEnd]) =>
        compressedCode.slice(0, rangeStart) +
        compressTemplateText(compressedCode.slice(rangeStart, rangeEnd)) +
        compressedCode.slice(rangeEnd),
      source,
    );
};
