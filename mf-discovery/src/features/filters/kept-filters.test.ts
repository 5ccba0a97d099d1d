import { parseFilters } from './kept-filters';
import type { ListFilters } from './list-filters';
import { startFilters } from './list-filters';

const chosen: ListFilters = { texts: ['Suppe'], prices: [1, 3], properties: ['Open', 'Visa'], tag: { key: 'italian', name: 'Italienisch' }, showLunchList: false };

it('reads what it wrote', () => expect(parseFilters(JSON.stringify(chosen))).toEqual(chosen));

it.each([
  ['nothing', null],
  ['half a text', '{"texts":["Su'],
  ['a list', '[1]'],
  ['a word', '"Open"'],
  ['fields of another kind', '{"texts":7,"prices":"1","properties":{},"tag":[]}'],
])('starts afresh from %s', (_case, stored) => expect(parseFilters(stored)).toEqual(startFilters));

it('leaves out what it does not know', () => {
  expect(parseFilters('{"texts":["Suppe",3],"prices":[1,9],"properties":["Open","Pool"],"tag":null,"showLunchList":false}'))
    .toEqual({ texts: ['Suppe'], prices: [1], properties: ['Open'], tag: null, showLunchList: false });
});

it('shows no lunch list beside a tag', () => {
  expect(parseFilters('{"tag":{"key":"a","name":"A"},"showLunchList":true}')).toMatchObject({ tag: { key: 'a', name: 'A' }, showLunchList: false });
});
