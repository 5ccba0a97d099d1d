import { teaserTarget } from './teaser-rules';

it.each([
  ['a screen with its parameter', 'Details/elbkantine', { kind: 'screen', key: 'details', params: ['elbkantine'] }],
  ['a screen with more of them', 'Details/elbkantine/cart', { kind: 'screen', key: 'details', params: ['elbkantine', 'cart'] }],
  ['a screen alone', 'TagSelection', { kind: 'screen', key: 'tagselection', params: [] }],
  ['parameters as they are written', 'Details/Café-Ö', { kind: 'screen', key: 'details', params: ['Café-Ö'] }],
  ['a page outside', 'https://mahlzeit.test/suppenwoche', { kind: 'page', url: 'https://mahlzeit.test/suppenwoche' }],
  ['nowhere without an action', null, null],
  ['nowhere by an empty action', '', null],
  ['nowhere by a script', 'javascript:alert(1)', null],
  ['nowhere by an unsafe page', 'http://mahlzeit.test', null],
  ['nowhere by a path', '//mahlzeit.test/x', null],
])('leads to %s', (_case, actionUrl, target) => {
  expect(teaserTarget({ actionUrl })).toEqual(target);
});
