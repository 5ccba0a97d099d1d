import { installBrowserDoubles } from '../../browser-doubles';
import { persistedView, parseView } from './kept-view';

beforeEach(() => sessionStorage.clear());

it.each(['reload', 'back_forward'] as const)('is the same again after %s', (type) => {
  persistedView.write('altona', { view: 'map', scroll: 420, card: { href: '#details/elbkantine', top: 12 } });
  installBrowserDoubles({ arrival: type });
  expect(persistedView.read('altona')).toEqual({ view: 'map', scroll: 420, card: { href: '#details/elbkantine', top: 12 } });
  expect(persistedView.read('')).toEqual({ view: 'list', scroll: 0, card: null });
});

it('starts in the list tab for who calls up the address', () => {
  persistedView.write('', { view: 'map', scroll: 420, card: null });
  installBrowserDoubles();
  expect(persistedView.read('')).toEqual({ view: 'list', scroll: 0, card: null });
});

it.each([
  ['nothing', null],
  ['half a text', '{"path":"","vi'],
  ['a list', '[1]'],
  ['fields of another kind', '{"path":"","view":7,"scroll":"420"}'],
  ['a place above the top', '{"path":"","view":"list","scroll":-3}'],
])('starts afresh from %s', (_case, text) => expect(parseView(text, '')).toEqual({ view: 'list', scroll: 0, card: null }));
