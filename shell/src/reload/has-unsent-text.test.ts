import { hasUnsentText } from './has-unsent-text';

it.each<[string, boolean]>([
  ['<div role="dialog"><input type="email" value="anna@"></div>', true],
  ['<div role="dialog"><section><textarea>Bin da</textarea></section></div>', true],
  ['<div role="alertdialog"><input value="x"></div>', true],
  ['<div role="dialog"><input type="email" value="  "><textarea></textarea></div>', false],
  ['<div role="dialog"><input type="checkbox" value="on" checked><input type="radio" value="a"></div>', false],
  ['<div role="dialog"><span><input type="email" value="anna@mahlzeit.test" readonly></span></div>', false],
  ['<header><input type="search" value="Suppe"><input value="Suppe"></header>', false],
  ['', false],
])('T08 sees in %s unsent text: %s', (html, expected) => {
  const page = document.createElement('main');
  page.innerHTML = html;
  expect(hasUnsentText(page)).toBe(expected);
});
