import compressStyles from './compress-styles.cjs';

const STYLED_IMPORT = "import styled, { css } from 'styled-components';\n";

describe('compressStyles', () => {
  it.each([
    [
      'line breaks and indentations',
      'styled.p`\n  color: red;\n  margin: 0 auto;\n`',
      'styled.p` color:red;margin:0 auto;`',
    ],
    [
      'nested rules',
      'css`\n  &:hover {\n    color: red;\n  }\n\n  > li {\n    gap: 4px;\n  }\n`',
      'css` &:hover{color:red}> li{gap:4px}`',
    ],
    ['line comments', 'css`\n  // Why.\n  gap: 4px;\n`', 'css` gap:4px;`'],
    ['comments', 'css`\n  /* Why. */\n  gap: 4px;\n`', 'css` gap:4px;`'],
    ['attributes', 'styled(Row).attrs({ dir: 1 })`\n  gap: 4px;\n`', 'styled(Row).attrs({ dir: 1 })` gap:4px;`'],
  ])('takes out %s', (_, source, expectedSource) => {
    expect(compressStyles(`${STYLED_IMPORT}${source}`).trim()).toBe(`${STYLED_IMPORT}${expectedSource}`.trim());
  });

  it('keeps the spaces of strings, and those beside interpolations', () => {
    const source = `${STYLED_IMPORT}css\`content: ' ;  '; margin: \${a} \${b};\``;
    expect(compressStyles(source)).toBe(`${STYLED_IMPORT}css\`content:' ;  ';margin:\${a} \${b};\``);
  });

  it('leaves other templates and files without styles alone', () => {
    const source = 'const text = `a\n  b`;';
    expect(compressStyles(source)).toBe(source);
    expect(compressStyles(`${STYLED_IMPORT}${source}`)).toBe(`${STYLED_IMPORT}${source}`);
  });
});
