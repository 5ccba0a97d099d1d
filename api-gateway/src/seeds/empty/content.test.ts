import { accessibility, htmlOfLegalText, imprint, privacy, terms } from './content';

const text = { kind: 'terms', title: 'Bedingungen', version: 1 } as const;

it('renders headings, paragraphs and lists', () => {
  const legalTextHtml = htmlOfLegalText({ ...text, sections: [{ heading: 'Eins', blocks: ['Absatz', ['a', 'b']] }] });
  expect(legalTextHtml).toContain('<h3>Eins</h3><p>Absatz</p><ul><li>a</li><li>b</li></ul>');
});

it('escapes markup in texts', () => {
  const html = htmlOfLegalText({
    ...text,
    sections: [{ heading: '<img src=x onerror=alert(1)>', blocks: ['"A" & <script>', ['</li><script>']] }],
  });
  expect(html).not.toMatch(/<(script|img)/);
  expect(html).toContain('&quot;A&quot; &amp; &lt;script&gt;');
});

it.each([imprint, privacy, terms, accessibility].map((legalText) => [legalText.title, legalText] as const))(
  'marks %s as a sample and fills it',
  (_, document) => {
    const html = htmlOfLegalText(document);
    expect(html).toMatch(/^<p><strong>Mustertext: /);
    expect(document.sections.length).toBeGreaterThanOrEqual(5);
    expect(html.replace(/<\/?(h3|p|ul|li|strong)>/g, '')).not.toMatch(/[<>]/);
  },
);
