import { aPlace } from '@mahlzeit/contract/fixtures';
import type { PanelState } from './panel-sections';
import { defaultEntry, neighbourOf, panelSections } from './panel-sections';
import type { SearchEntry } from './search-entry';

const place: SearchEntry = { kind: 'place', place: aPlace() };
const keyword: SearchEntry = { kind: 'keyword', text: 'Suppe' };
const nothing = { places: [], partners: [], nonPartners: [], meals: [], tags: [] };
const kinds = (state: Partial<PanelState>) => panelSections({ scope: 'all', typed: '', recent: [], found: nothing, ...state }).map(({ entries }) => entries.map(({ kind }) => kind));

it.each([
  ['nothing where nothing was searched yet', {}, []],
  ['what was chosen lately, and the way to forget it', { recent: [keyword, place] }, [['keyword', 'place'], ['forget']]],
  ['nothing for two letters', { typed: ' ab ', recent: [keyword] }, []],
  ['the words first, then what was found', { typed: 'abc', recent: [keyword], found: { ...nothing, places: [aPlace()] } }, [['keyword'], ['place']]],
  ['the own position and places of late where a place is searched', { scope: 'place', recent: [keyword, place] }, [['locate'], ['place']]],
  ['the own position and places while a place is typed', { scope: 'place', typed: 'abc', found: { ...nothing, places: [aPlace()] } }, [['locate'], ['place']]],
] as const)('offers %s', (_case, state, expected) => expect(kinds(state)).toEqual(expected));

it('keeps the typed words as they are, without the space around them', () => {
  expect(panelSections({ scope: 'all', typed: '  Rote Grütze ', recent: [], found: nothing })[0]?.entries).toEqual([{ kind: 'keyword', text: 'Rote Grütze' }]);
});

it.each([
  ['the words', 'all', 'abc', 'keyword'],
  ['the first place', 'place', 'abc', 'place'],
  ['nothing where nothing is typed', 'all', ' ', undefined],
] as const)('Enter takes %s', (_case, scope, typed, kind) => expect(defaultEntry([{ kind: 'locate' }, keyword, place], { scope, typed })?.kind).toBe(kind));

it.each([
  [undefined, 1, 'a'],
  [undefined, -1, 'c'],
  ['a', 1, 'b'],
  ['c', 1, 'a'],
  ['a', -1, 'c'],
] as const)('from %s by %i comes %s', (active, step, next) => expect(neighbourOf(['a', 'b', 'c'], active, step)).toBe(next));
