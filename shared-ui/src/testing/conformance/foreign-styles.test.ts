import { parseGlobalSelectors } from './foreign-styles';

describe('global selectors', () => {
  it.each([
    ['.a{color:red}', []],
    ['.a:hover,.a > p{color:red}', []],
    ['body{margin:0}', ['body']],
    ['.a, html{margin:0}', ['html']],
    ['@media (min-width:700px){.a{top:0}*{top:0}}', ['*']],
    ['@keyframes turn{from{top:0}to{top:1px}}', []],
    ['@font-face{font-family:x}', ['@font-face']],
    ['/* body{} */.a{content:"x"}:root{--x:1}', [':root']],
    ['@import url(x);.a{top:0}', []],
  ])('of %s', (styleText, expectedSelectors) => {
    expect(parseGlobalSelectors(styleText)).toEqual(expectedSelectors);
  });
});
