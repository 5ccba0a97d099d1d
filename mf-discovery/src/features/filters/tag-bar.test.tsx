import { getTags } from '@mahlzeit/contract';
import { answer, refuse, renderWithShell } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import { severalTags } from '../../alone-fixtures';
import { useFilterActions } from './filter-state';
import { TagBar } from './tag-bar';

const AddSearchWordsButton = () => {
  const { addText } = useFilterActions();
  return (
    <button type="button" onClick={() => ['Suppe', 'Pizza'].forEach(addText)}>
      Wörter
    </button>
  );
};

const renderTagBar = (...answers: ScenarioAnswer[]) =>
  renderWithShell(
    <>
      <AddSearchWordsButton />
      <TagBar />
    </>,
    { answers: answers.length > 0 ? answers : [answer(getTags, severalTags)] },
  );

const tagBarGroup = () => screen.getByRole('group', { name: 'Küche wählen' });
const allChipTexts = () =>
  within(tagBarGroup())
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
const pressedChipTexts = () =>
  within(tagBarGroup())
    .getAllByRole('button', { pressed: true })
    .map(({ textContent }) => textContent);

beforeEach(() => sessionStorage.clear());

it('D03 shows All, lunch specials, the first six cuisines and More', async () => {
  renderTagBar();
  await screen.findByRole('button', { name: 'Japanisch' });
  expect(allChipTexts()).toEqual([
    'Alle',
    'Mittagstisch',
    'Deutsch',
    'Italienisch',
    'Vietnamesisch',
    'Türkisch',
    'Indisch',
    'Japanisch',
    'Mehr',
  ]);
});

it('D03 shows a chosen tag beyond the first six before More', async () => {
  sessionStorage.setItem('mahlzeit.filters', JSON.stringify({ tag: { key: 'greek', name: 'Griechisch' } }));
  renderTagBar();
  await screen.findByRole('button', { name: 'Japanisch' });
  expect(allChipTexts().slice(-3)).toEqual(['Japanisch', 'Griechisch', 'Mehr']);
  expect(pressedChipTexts()).toEqual(['Griechisch']);
});

it('D04 has one active chip, at first the lunch specials', async () => {
  const { user } = renderTagBar();
  const italianChip = await screen.findByRole('button', { name: 'Italienisch' });
  expect(pressedChipTexts()).toEqual(['Mittagstisch']);
  await user.click(italianChip);
  expect(pressedChipTexts()).toEqual(['Italienisch']);
  await user.click(screen.getByRole('button', { name: 'Mittagstisch' }));
  expect(pressedChipTexts()).toEqual(['Mittagstisch']);
  await user.click(italianChip);
  await user.click(italianChip);
  expect(pressedChipTexts()).toEqual(['Mittagstisch']);
  await user.click(screen.getByRole('button', { name: 'Alle' }));
  expect(pressedChipTexts()).toEqual(['Alle']);
});

it('links to all cuisines', async () => {
  const { user, shell } = renderTagBar();
  await user.click(screen.getByRole('button', { name: 'Mehr' }));
  expect(shell.recorded.navigation).toEqual([['open', 'tagselection']]);
});

it('shows All and lunch specials when the tags can not be loaded', async () => {
  const { shell } = renderTagBar(refuse(getTags, 'unavailable'));
  await screen.findByRole('button', { name: 'Alle' });
  expect(shell.requests).toContain('GET /api/tags');
  expect(allChipTexts()).toEqual(['Alle', 'Mittagstisch', 'Mehr']);
});

it('shows the words of the search, and removes them one by one', async () => {
  const { user } = renderTagBar();
  expect(screen.queryByRole('group', { name: 'Gesuchte Wörter' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Wörter' }));
  await user.click(screen.getByRole('button', { name: 'Suppe nicht mehr suchen' }));
  expect(within(screen.getByRole('group', { name: 'Gesuchte Wörter' })).getAllByRole('button')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Pizza nicht mehr suchen' }));
  expect(screen.queryByRole('group', { name: 'Gesuchte Wörter' })).not.toBeInTheDocument();
});

it('scrolls to the chosen chip and the one before, unless both are visible', async () => {
  // jsdom has no layout, so the test defines one: each chip is 100 px wide, and the bar shows three of them.
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
    if (this.tagName !== 'BUTTON') return new DOMRect(0, 0, 340, 40);
    return new DOMRect(16 + 100 * [...(this.parentElement?.children ?? [])].indexOf(this), 0, 92, 40);
  });
  const { user } = renderTagBar();
  await user.click(await screen.findByRole('button', { name: 'Deutsch' }));
  expect(tagBarGroup().scrollLeft).toBe(0);
  await user.click(screen.getByRole('button', { name: 'Indisch' }));
  // The bar has scrolled until the previous chip, „Türkisch“, is at its edge.
  expect(tagBarGroup().scrollLeft).toBe(500);
  jest.restoreAllMocks();
});
