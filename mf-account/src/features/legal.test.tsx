import { getLegalDocument } from '@mahlzeit/contract';
import type { LegalElement, LegalNode, LegalTag } from '@mahlzeit/contract';
import { aLegalDocument } from '@mahlzeit/contract/fixtures';
import { answer, neverRespond, renderWithShell, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import { LegalSheet } from './legal';

const createLegalElement = (tag: LegalTag, ...children: LegalNode[]): LegalElement => ({ tag, href: null, children });

const createLegalLink = (href: string | null, linkText: string): LegalElement => ({
  tag: 'a',
  href,
  children: [linkText],
});

describe('the dialog of a legal document', () => {
  const imprintDocument = aLegalDocument({
    kind: 'imprint',
    title: 'Impressum',
    nodes: [
      createLegalElement('h3', 'Anbieter'),
      createLegalElement(
        'p',
        'Siehe ',
        createLegalLink('https://mahlzeit.test', 'unsere Seite'),
        ' oder ',
        createLegalLink(null, 'nirgends'),
        '.',
      ),
    ],
  });

  const showImprint = (...answers: ScenarioAnswer[]) => {
    const onCloseSheet = jest.fn();
    return {
      closed: onCloseSheet,
      ...renderWithShell(<LegalSheet kind="imprint" onClose={onCloseSheet} />, { answers }),
    };
  };

  it('shows a document as headings, text and safe links', async () => {
    showImprint(answer(getLegalDocument, imprintDocument));
    expect(await screen.findByRole('heading', { name: 'Anbieter' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'unsere Seite' })).toHaveAttribute('href', 'https://mahlzeit.test');
    expect(screen.getByText(/oder nirgends\./)).toBeInTheDocument();
    expect(screen.getByText(`Version ${imprintDocument.version}`)).toBeInTheDocument();
    expect(screen.getAllByRole('link')).toHaveLength(1);
  });

  it.each([
    ['h3', 'h4', [2, 3]],
    ['h1', 'h3', [2, 4]],
    ['h2', 'h6', [2, 6]],
  ] as const)('puts the headings %s and %s directly below the title', async (firstTag, secondTag, expectedLevels) => {
    showImprint(
      answer(
        getLegalDocument,
        aLegalDocument({ nodes: [createLegalElement(firstTag, 'A'), createLegalElement(secondTag, 'B')] }),
      ),
    );
    const headings = await Promise.all(
      ['A', 'B'].map((headingName) => screen.findByRole('heading', { name: headingName })),
    );
    expect(headings.map((heading) => Number(heading.tagName.slice(1)))).toEqual(expectedLevels);
  });

  it('shows lists, emphasis and line breaks', async () => {
    const legalNodes = [
      createLegalElement('ul', createLegalElement('li', createLegalElement('strong', 'eins'))),
      createLegalElement('p', 'a', createLegalElement('br'), 'b'),
    ];
    showImprint(answer(getLegalDocument, aLegalDocument({ nodes: legalNodes })));
    const article = await screen.findByRole('article');
    expect(article.innerHTML).toBe('<ul><li><strong>eins</strong></li></ul><p>a<br>b</p>');
  });

  it('shows the plain text of a gateway that sends no nodes', async () => {
    showImprint(answer(getLegalDocument, aLegalDocument({ nodes: [], html: '<h3>Anbieter</h3><p>Muster GmbH</p>' })));
    expect(await screen.findByRole('article')).toHaveTextContent('Anbieter Muster GmbH');
  });

  it('can be focused, and so scrolled, by keyboard', async () => {
    showImprint(answer(getLegalDocument, imprintDocument));
    expect(await screen.findByRole('article', { name: 'Impressum' })).toHaveAttribute('tabindex', '0');
  });

  it('has its title before the document is loaded', async () => {
    showImprint(neverRespond(getLegalDocument));
    expect(await screen.findByRole('status')).toBeInTheDocument();
    expect(screen.getByRole('dialog', { name: 'Impressum' })).toBeInTheDocument();
  });

  it('shows an error when the document can not be loaded, and tries again', async () => {
    const { user, shell } = showImprint(failAsUnreachable(getLegalDocument));
    expect(await screen.findByRole('heading', { name: 'Der Text lädt nicht' })).toBeInTheDocument();
    shell.use(answer(getLegalDocument, imprintDocument));
    await user.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
    expect(await screen.findByRole('heading', { name: 'Anbieter' })).toBeInTheDocument();
  });

  it('closes by its button', async () => {
    const { user, closed } = showImprint(answer(getLegalDocument, imprintDocument));
    await user.click(screen.getByRole('button', { name: 'Schließen' }));
    expect(closed).toHaveBeenCalledTimes(1);
  });
});
