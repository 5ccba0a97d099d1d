import { render } from '@testing-library/react';
import { createFirstView } from './create-first-view';
import { FirstViewPlace } from './first-view-place';

const openPage = (): Document => {
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = '<div id="root"><main><div id="first-view"><a href="#details/elbkantine">Elbkantine</a></div></main></div>';
  page.head.innerHTML = '<style id="first-view-style">a{}</style>';
  return page;
};

it('takes over what the page came with, element by element', () => {
  const page = openPage();
  const link = page.querySelector('a');
  const view = createFirstView(page).get();
  page.getElementById('root')?.replaceChildren();
  const { container } = render(view === null ? null : <FirstViewPlace view={view} />);
  expect(container.querySelector('a')).toBe(link);
});

it('gives way for good, with its styles', () => {
  const page = openPage();
  const firstView = createFirstView(page);
  let calls = 0;
  firstView.subscribe(() => { calls += 1; });
  firstView.giveWay();
  firstView.giveWay();
  expect(firstView.get()).toBeNull();
  expect(page.getElementById('first-view')).toBeNull();
  expect(page.getElementById('first-view-style')).toBeNull();
  expect(calls).toBe(1);
});

it('is nothing on a page without one', () => expect(createFirstView(document.implementation.createHTMLDocument()).get()).toBeNull());
