import { readLegalHtml } from './read-legal-html';
import type { LegalElement, LegalNode, LegalTag } from './read-legal-html';

const element = (tag: LegalTag, ...children: LegalNode[]): LegalElement => ({ tag, href: null, children });

describe('reading a legal document', () => {
  it('reads headings, paragraphs, lists and emphasis', () => {
    expect(readLegalHtml('<h3>Anbieter</h3>\n<p><strong>Muster</strong> GmbH<br>Hamburg</p><ul><li>eins</li><li>zwei</li></ul>')).toEqual([
      element('h3', 'Anbieter'),
      '\n',
      element('p', element('strong', 'Muster'), ' GmbH', element('br'), 'Hamburg'),
      element('ul', element('li', 'eins'), element('li', 'zwei')),
    ]);
  });

  it.each([
    ['&lt;b&gt; &amp; &quot;ja&quot; &apos;nein&apos;', '<b> & "ja" \'nein\''],
    ['&#39;&#x2026;&nbsp;x', "'…\u00a0x"],
    ['&amp;lt;', '&lt;'],
    ['R&D &unknown; 3 < 4', 'R&D &unknown; 3 < 4'],
    ['&#0;&#x110000;', ''],
  ])('reads the text %j', (html, text) => {
    expect(readLegalHtml(html).join('')).toBe(text);
  });

  it.each([
    ['<a href="https://mahlzeit.test/?a=1&amp;b=2">', 'https://mahlzeit.test/?a=1&b=2'],
    ["<a class='x' href='mailto:hilfe@mahlzeit.test'>", 'mailto:hilfe@mahlzeit.test'],
    ['<A HREF="tel:+49405550142">', 'tel:+49405550142'],
    ['<a href="javascript:alert(1)">', null],
    ['<a href=" java&#115;cript:alert(1)">', null],
    ['<a href="//fremd.test">', null],
    ['<a>', null],
  ])('lets %s lead to %s', (start, href) => {
    expect(readLegalHtml(`${start}Wort</a>`)).toEqual([{ tag: 'a', href, children: ['Wort'] }]);
  });

  it('drops scripts, styles and comments, and keeps the words of elements it does not know', () => {
    expect(readLegalHtml('<p>a<!-- <p>weg</p> --><script>alert("</p>")</script><style>p{}</style><span onclick="x">b</span></p><img src=x onerror=alert(1)>')).toEqual([element('p', 'a', 'b')]);
  });

  it('drops a script that never ends', () => {
    expect(readLegalHtml('<p>a</p><script>alert(1)')).toEqual([element('p', 'a')]);
  });

  it.each([
    ['</p>a', ['a']],
    ['<p>a', [element('p', 'a')]],
    ['<ul><li>a</ul>b', [element('ul', element('li', 'a')), 'b']],
    ['', []],
  ])('makes sense of %j', (html, nodes) => {
    expect(readLegalHtml(html)).toEqual(nodes);
  });
});
