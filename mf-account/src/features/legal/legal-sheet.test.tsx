import { getLegalDocument } from '@mahlzeit/contract';
import { aLegalDocument } from '@mahlzeit/contract/fixtures';
import { answer, hang, renderWithShell, unreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen } from '@testing-library/react';
import { isLegalKind } from './legal-kinds';
import { LegalSheet } from './legal-sheet';

const imprint = aLegalDocument({ kind: 'imprint', title: 'Impressum', html: '<h3>Anbieter</h3><p>Siehe <a href="https://mahlzeit.test">unsere Seite</a> oder <a href="javascript:x()">nirgends</a>.</p>' });

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
])('puts the headings of %s right below the title', async (html, levels) => {
  show(answer(getLegalDocument, aLegalDocument({ html })));
  const shown = await Promise.all(['A', 'B'].map((name) => screen.findByRole('heading', { name })));
  expect(shown.map((heading) => Number(heading.tagName.slice(1)))).toEqual(levels);
});

it('can be reached, and so scrolled, by keyboard', async () => {
  show(answer(getLegalDocument, imprint));
  expect(await screen.findByRole('article', { name: 'Impressum' })).toHaveAttribute('tabindex', '0');
});

it('has its name before the document is there', async () => {
  show(hang(getLegalDocument));
  expect(await screen.findByRole('status')).toBeInTheDocument();
  expect(screen.getByRole('dialog', { name: 'Impressum' })).toBeInTheDocument();
});

it('says that it can not be had, and tries again', async () => {
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

it.each([['imprint', true], ['privacy', true], ['cookies', false], ['toString', false], ['', false]])('knows whether %j names a document', (param, expected) => {
  expect(isLegalKind(param)).toBe(expected);
});
