import { getLegalDocument } from '@mahlzeit/contract';
import type { LegalElement, LegalNode, LegalTag } from '@mahlzeit/contract';
import { aLegalDocument } from '@mahlzeit/contract/fixtures';
import { answer, neverRespond, renderWithShell, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import { LegalSheet } from './legal';

const element = (tag: LegalTag, ...children: LegalNode[]): LegalElement => ({ tag, href: null, children });

const link = (href: string | null, text: string): LegalElement => ({ tag: 'a', href, children: [text] });

describe('the dialog of a legal document', () => {
  const imprint = aLegalDocument({
    kind: 'imprint',
    title: 'Impressum',
    nodes: [
      element('h3', 'Anbieter'),
      element('p', 'Siehe ', link('https://mahlzeit.test', 'unsere Seite'), ' oder ', link(null, 'nirgends'), '.'),
    ],
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
    ['h3', 'h4', [2, 3]],
    ['h1', 'h3', [2, 4]],
    ['h2', 'h6', [2, 6]],
  ] as const)('puts the headings %s and %s directly below the title', async (first, second, levels) => {
    show(answer(getLegalDocument, aLegalDocument({ nodes: [element(first, 'A'), element(second, 'B')] })));
    const headings = await Promise.all(['A', 'B'].map((name) => screen.findByRole('heading', { name })));
    expect(headings.map((heading) => Number(heading.tagName.slice(1)))).toEqual(levels);
  });

  it('shows lists, emphasis and line breaks', async () => {
    const nodes = [element('ul', element('li', element('strong', 'eins'))), element('p', 'a', element('br'), 'b')];
    show(answer(getLegalDocument, aLegalDocument({ nodes })));
    const article = await screen.findByRole('article');
    expect(article.innerHTML).toBe('<ul><li><strong>eins</strong></li></ul><p>a<br>b</p>');
  });

  it('shows the plain text of a gateway that sends no nodes', async () => {
    show(answer(getLegalDocument, aLegalDocument({ nodes: [], html: '<h3>Anbieter</h3><p>Muster GmbH</p>' })));
    expect(await screen.findByRole('article')).toHaveTextContent('Anbieter Muster GmbH');
  });

  it('can be focused, and so scrolled, by keyboard', async () => {
    show(answer(getLegalDocument, imprint));
    expect(await screen.findByRole('article', { name: 'Impressum' })).toHaveAttribute('tabindex', '0');
  });

  it('has its title before the document is loaded', async () => {
    show(neverRespond(getLegalDocument));
    expect(await screen.findByRole('status')).toBeInTheDocument();
    expect(screen.getByRole('dialog', { name: 'Impressum' })).toBeInTheDocument();
  });

  it('shows an error when the document can not be loaded, and tries again', async () => {
    const { user, shell } = show(failAsUnreachable(getLegalDocument));
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
