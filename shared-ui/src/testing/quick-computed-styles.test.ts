interface Page {
  readonly window: Window & { readonly document: Document };
}

interface StyleRules {
  readonly getDeclarationForElement: (element: unknown) => { readonly cssText: string };
}

interface QuickComputedStyles {
  readonly keepComputedStyles: (window: Window) => void;
  readonly requireJsdom: (path: string) => unknown;
}

interface StyleIndex {
  readonly selectorKeys: (selectors: string) => readonly string[];
}

const { selectorKeys } = jest.requireActual<StyleIndex>('./style-index.cjs');
const { JSDOM } = jest.requireActual<{ readonly JSDOM: new (html: string) => Page }>('jsdom');
const originalRules = { ...jest.requireActual<StyleRules>('jsdom/lib/jsdom/living/helpers/style-rules.js') };
const { keepComputedStyles } = jest.requireActual<QuickComputedStyles>('./quick-computed-styles.cjs');
const quickRules = jest.requireActual<StyleRules>('jsdom/lib/jsdom/living/helpers/style-rules.js');
const { implForWrapper } = jest.requireActual<{ readonly implForWrapper: (element: Element) => unknown }>(
  'jsdom/lib/jsdom/living/generated/utils.js',
);

describe('the keys of selectors', () => {
  it.each([
    ['.a', ['.a']],
    ['p', ['p']],
    ['P.a', ['.a']],
    ['p#one.a', ['#one']],
    ['.a .b', ['.b']],
    ['.a > p', ['p']],
    ['.a ~ [data-x="1, .c"]', ['*']],
    ['.a:not(.b, #c)', ['.a']],
    [':is(.a, .b)', ['*']],
    ['.a::before', ['.a']],
    ['.a .b , p >q', ['.b', 'q']],
    ['*', ['*']],
    ['.a *', ['*']],
    [':has(.a) > :not(:has(.a), .a)', ['*']],
    ['.a\\:b', ['*']],
    ['svg|p', ['*']],
  ])('%s: %j', (selectors, expectedKeys) => expect(selectorKeys(selectors)).toEqual(expectedKeys));
});

const html = `<!doctype html>
<style>
  p { color: red; margin: 1px 2px } .a { color: blue } .a.b { display: none } #one { visibility: hidden }
  @media screen { .b { opacity: 0.5 } } @media print { .b { opacity: 0.1 } } @media (min-width: 1px) { .b { opacity: 0 } }
  .a > .b, q { font-weight: bold } :is(.a, .c) { padding: 3px } .c:not(.a) { border: 1px solid red }
  [data-x=".a"] { left: 1px } .a ~ .c { top: unset } .c { top: 4px !important } DIV { color: green }
  .a:has(.b) { right: 5px } foreignObject { width: 6px } .E { height: 7px } p::before { content: 'x' }
  @font-face { font-family: x } @keyframes k { from { top: 0 } }
</style>
<style>.a { color: unset } div .c { bottom: 8px }</style>
<body>
  <div class="a"><p class="b a" id="one" style="top: 1px">1</p><q data-x=".a"></q></div>
  <p class="c e" hidden>2</p> <p class="
    c
    E">3</p> <input type="hidden"><svg class="a"><foreignObject></foreignObject></svg><a href="/x">4</a>
</body>`;

describe('styles', () => {
  const { window } = new JSDOM(html);
  const { document } = window;
  const pageElements = () => [...document.querySelectorAll('*')];
  const cssTextInNewPage = (cssTextOf: () => string): string => {
    // Each change of the document clears the cached styles.
    document.body.toggleAttribute('data-changed');
    return cssTextOf();
  };

  const expectSameStylesAsJsdom = () => {
    for (const element of pageElements()) {
      const [quickCssText, originalCssText] = [quickRules, originalRules].map((rules) =>
        cssTextInNewPage(() => rules.getDeclarationForElement(implForWrapper(element)).cssText),
      );
      expect({ of: element.outerHTML, css: quickCssText }).toEqual({ of: element.outerHTML, css: originalCssText });
    }
  };

  it('are those of jsdom', () => {
    expect(quickRules.getDeclarationForElement).not.toBe(originalRules.getDeclarationForElement);
    expect(pageElements()).toHaveLength(14);
    expectSameStylesAsJsdom();
  });

  it('are those of jsdom after rules came, went and changed', () => {
    const [sheet] = [...document.styleSheets];
    sheet?.insertRule('.e { left: 9px }', 0);
    expectSameStylesAsJsdom();
    sheet?.deleteRule(1);
    expectSameStylesAsJsdom();
    const [rule] = [...(sheet?.cssRules ?? [])];
    Object.assign(rule ?? {}, { selectorText: '.b' });
    expectSameStylesAsJsdom();
    document.querySelector('style')?.append('q { left: 10px }');
    expectSameStylesAsJsdom();
  });

  it('are computed once until the document changes', () => {
    const page = new JSDOM(html).window;
    const getComputedStyleSpy = jest.spyOn(page, 'getComputedStyle');
    keepComputedStyles(page);
    const firstElement = page.document.querySelector('#one');
    if (firstElement === null) throw new Error('No element #one');
    expect([page.getComputedStyle(firstElement).visibility, page.getComputedStyle(firstElement).top]).toEqual([
      'hidden',
      '1px',
    ]);
    expect(getComputedStyleSpy).toHaveBeenCalledTimes(1);
    firstElement.id = 'two';
    expect(page.getComputedStyle(firstElement).visibility).toBe('visible');
    expect(getComputedStyleSpy).toHaveBeenCalledTimes(2);
    firstElement.remove();
    page.getComputedStyle(firstElement);
    page.getComputedStyle(firstElement);
    expect(getComputedStyleSpy).toHaveBeenCalledTimes(4);
  });
});
