import { LegalNode } from '@mahlzeit/contract';
import type { LegalElement, LegalTag } from '@mahlzeit/contract';
import { createLegalReader, readLegalHtml } from './legal-nodes';

const legalElement = (tag: LegalTag, ...children: LegalNode[]): LegalElement => ({ tag, href: null, children });

describe('reading a legal document', () => {
  it('reads headings, paragraphs, lists and emphasis', () => {
    expect(
      readLegalHtml(
        '<h3>Anbieter</h3>\n<p><strong>Muster</strong> GmbH<br>Hamburg</p><ul><li>eins</li><li>zwei</li></ul>',
      ),
    ).toEqual([
      legalElement('h3', 'Anbieter'),
      '\n',
      legalElement('p', legalElement('strong', 'Muster'), ' GmbH', legalElement('br'), 'Hamburg'),
      legalElement('ul', legalElement('li', 'eins'), legalElement('li', 'zwei')),
    ]);
  });

  it('reads a list within a list', () => {
    expect(readLegalHtml('<ol><li>eins<ul><li>a</li></ul></li></ol>')).toEqual([
      legalElement('ol', legalElement('li', 'eins', legalElement('ul', legalElement('li', 'a')))),
    ]);
  });

  it.each([
    ['&lt;b&gt; &amp; &quot;ja&quot; &apos;nein&apos;', '<b> & "ja" \'nein\''],
    ['&#39;&#x2026;&nbsp;x', "'…\u00a0x"],
    ['&amp;lt;', '&lt;'],
    ['R&D &unknown; 3 < 4', 'R&D &unknown; 3 < 4'],
    ['M&uuml;ller &euro; &sect;', 'Müller € §'],
    // HTML replaces a reference to an invalid character by U+FFFD.
    ['&#0;&#x110000;', '\ufffd\ufffd'],
  ])('reads the text %j', (html, text) => {
    expect(readLegalHtml(html).join('')).toBe(text);
  });

  it.each([
    ['<a href="https://mahlzeit.test/?a=1&amp;b=2">', 'https://mahlzeit.test/?a=1&b=2'],
    ["<a class='x' href='mailto:hilfe@mahlzeit.test'>", 'mailto:hilfe@mahlzeit.test'],
    ['<A HREF="tel:+49405550142">', 'tel:+49405550142'],
    ['<a href=" HTTPS://mahlzeit.test/a ">', 'https://mahlzeit.test/a'],
    ['<a href=http://mahlzeit.test/>', 'http://mahlzeit.test/'],
    ['<a href="javascript:alert(1)">', null],
    ['<a href=" java&#115;cript:alert(1)">', null],
    ['<a href="java\nscript:alert(1)">', null],
    ['<a href="data:text/html,x">', null],
    ['<a href="//fremd.test">', null],
    // In the app, a hash in the page's URL selects a screen, and no element of the text has an id. So a link with a
    // hash leads nowhere and gets no target.
    ['<a href="#abschnitt">', null],
    ['<a>', null],
  ])('reads %s as a link to %s', (linkStart, expectedHref) => {
    expect(readLegalHtml(`${linkStart}Wort</a>`)).toEqual([{ tag: 'a', href: expectedHref, children: ['Wort'] }]);
  });

  it('ignores the target of an element that is no link', () => {
    expect(readLegalHtml('<p href="https://mahlzeit.test">a</p>')).toEqual([legalElement('p', 'a')]);
  });

  it('drops scripts, styles and comments, and keeps the text of unknown elements', () => {
    expect(
      readLegalHtml(
        '<p>a<!-- <p>weg</p> --><script>alert("</p>")</script><style>p{}</style><span onclick="x">b</span></p><img src=x onerror=alert(1)>',
      ),
    ).toEqual([legalElement('p', 'a', 'b')]);
  });

  it('drops a script without an end tag', () => {
    expect(readLegalHtml('<p>a</p><script>alert(1)')).toEqual([legalElement('p', 'a')]);
  });

  it.each([
    ['</p>a', ['a']],
    ['<p>a', [legalElement('p', 'a')]],
    ['<p>a<p>b', [legalElement('p', 'a'), legalElement('p', 'b')]],
    ['<ul><li>a</ul>b', [legalElement('ul', legalElement('li', 'a')), 'b']],
    ['', []],
  ])('parses the broken markup %j', (html, expectedNodes) => {
    expect(readLegalHtml(html)).toEqual(expectedNodes);
  });

  it('answers nodes that the contract admits', () => {
    const nodes = readLegalHtml('<div><h1>A</h1><a href="javascript:x()">b</a><form><input value="c"></form></div>');
    expect(nodes.map((node) => LegalNode.parse(node))).toEqual(nodes);
  });
});

it('parses each text once', () => {
  const readCachedHtml = createLegalReader();
  expect(readCachedHtml('<p>a</p>')).toBe(readCachedHtml('<p>a</p>'));
  expect(readCachedHtml('<p>b</p>')).toEqual([legalElement('p', 'b')]);
});
