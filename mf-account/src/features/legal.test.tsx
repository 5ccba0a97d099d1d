import { getLegalDocument } from '@mahlzeit/contract';
import { aLegalDocument } from '@mahlzeit/contract/fixtures';
import { answer, hang, renderWithShell, unreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import { LegalSheet, readLegalHtml } from './legal';
import type { LegalElement, LegalNode, LegalTag } from './legal';

const element = (tag: LegalTag, ...children: LegalNode[]): LegalElement => ({ tag, href: null, children });

describe('reading a legal document', () => {
  it('reads headings, paragraphs, lists and emphasis', () => {
    expect(
      readLegalHtml(
        '<h3>Anbieter</h3>\n<p><strong>Muster</strong> GmbH<br>Hamburg</p><ul><li>eins</li><li>zwei</li></ul>',
      ),
    ).toEqual([
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
  ])('reads %s as a link to %s', (start, href) => {
    expect(readLegalHtml(`${start}Wort</a>`)).toEqual([{ tag: 'a', href, children: ['Wort'] }]);
  });

  it('drops scripts, styles and comments, and keeps the text of unknown elements', () => {
    expect(
      readLegalHtml(
        '<p>a<!-- <p>weg</p> --><script>alert("</p>")</script><style>p{}</style><span onclick="x">b</span></p><img src=x onerror=alert(1)>',
      ),
    ).toEqual([element('p', 'a', 'b')]);
  });

  it('drops a script without an end tag', () => {
    expect(readLegalHtml('<p>a</p><script>alert(1)')).toEqual([element('p', 'a')]);
  });

  it.each([
    ['</p>a', ['a']],
    ['<p>a', [element('p', 'a')]],
    ['<ul><li>a</ul>b', [element('ul', element('li', 'a')), 'b']],
    ['', []],
  ])('parses the broken markup %j', (html, nodes) => {
    expect(readLegalHtml(html)).toEqual(nodes);
  });
});

describe('the dialog of a legal document', () => {
  const imprint = aLegalDocument({
    kind: 'imprint',
    title: 'Impressum',
    html: '<h3>Anbieter</h3><p>Siehe <a href="https://mahlzeit.test">unsere Seite</a> oder <a href="javascript:x()">nirgends</a>.</p>',
  });

  const show = (...answers: ScenarioAnswer[]) => {
    const closed = jest.fn();
    return { closed, ...renderWithShell(<LegalSheet kind="imprint" onClose={closed} />, { answers }) };
  };

  it('shows a document as headings, text and safe links', async () => {
    show(answer(getLegalDocument, imprint));
    expect(await screen.findByRole('heading', { name: 'Anbieter' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'unsere Seite' })).toHaveAttribute('href', 'https://mahlzeit.test');
    expect(screen.getByText(/oder nirgends\./)).toBeInTheDocument();
    expect(screen.getByText(`Version ${imprint.version}`)).toBeInTheDocument();
    expect(screen.getAllByRole('link')).toHaveLength(1);
  });

  it.each([
    ['<h3>A</h3><h4>B</h4>', [2, 3]],
    ['<h1>A</h1><h3>B</h3>', [2, 4]],
    ['<h2>A</h2><h6>B</h6>', [2, 6]],
  ])('puts the headings of %s directly below the title', async (html, levels) => {
    show(answer(getLegalDocument, aLegalDocument({ html })));
    const headings = await Promise.all(['A', 'B'].map((name) => screen.findByRole('heading', { name })));
    expect(headings.map((heading) => Number(heading.tagName.slice(1)))).toEqual(levels);
  });

  it('can be focused, and so scrolled, by keyboard', async () => {
    show(answer(getLegalDocument, imprint));
    expect(await screen.findByRole('article', { name: 'Impressum' })).toHaveAttribute('tabindex', '0');
  });

  it('has its title before the document is loaded', async () => {
    show(hang(getLegalDocument));
    expect(await screen.findByRole('status')).toBeInTheDocument();
    expect(screen.getByRole('dialog', { name: 'Impressum' })).toBeInTheDocument();
  });

  it('shows an error when the document can not be loaded, and tries again', async () => {
    const { user, shell } = show(unreachable(getLegalDocument));
    expect(await screen.findByRole('heading', { name: 'Der Text lädt nicht' })).toBeInTheDocument();
    shell.use(answer(getLegalDocument, imprint));
    await user.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
    expect(await screen.findByRole('heading', { name: 'Anbieter' })).toBeInTheDocument();
  });

  it('closes by its button', async () => {
    const { user, closed } = show(answer(getLegalDocument, imprint));
    await user.click(screen.getByRole('button', { name: 'Schließen' }));
    expect(closed).toHaveBeenCalledTimes(1);
  });
});
