import { render } from '@testing-library/react';
import { createPrerender, PrerenderContainer } from './prerender';

const openPage = (): Document => {
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML =
    '<div id="root"><main><div id="prerender"><a href="#details/elbkantine">Elbkantine</a></div></main></div>';
  page.head.innerHTML = '<style id="prerender-style">a{}</style>';
  return page;
};

it('takes over the view of the page, element by element', () => {
  const page = openPage();
  const restaurantLink = page.querySelector('a');
  const prerenderedView = createPrerender(page).get();
  page.getElementById('root')?.replaceChildren();
  const { container } = render(prerenderedView === null ? null : <PrerenderContainer view={prerenderedView} />);
  expect(container.querySelector('a')).toBe(restaurantLink);
});

it('is removed for good, with its styles', () => {
  const page = openPage();
  const prerender = createPrerender(page);
  let changeCount = 0;
  prerender.subscribe(() => {
    changeCount += 1;
  });
  prerender.dismiss();
  prerender.dismiss();
  expect(prerender.get()).toBeNull();
  expect(page.getElementById('prerender')).toBeNull();
  expect(page.getElementById('prerender-style')).toBeNull();
  expect(changeCount).toBe(1);
});

it('is null on a page without one', () =>
  expect(createPrerender(document.implementation.createHTMLDocument()).get()).toBeNull());

it('executes presses on it, and moves the focus to the same button of the screen', async () => {
  document.body.innerHTML =
    '<main><div id="prerender"><button data-pressed-early="7">Alle</button></div><div id="screen"><button>Alle</button></div></main>';
  const executedPresses: string[] = [];
  document.getElementById('screen')?.addEventListener('click', () => void executedPresses.push('Alle'));
  const prerender = createPrerender(document);
  document.querySelector<HTMLElement>('#prerender button')?.focus();
  prerender.dismiss();
  await Promise.resolve();
  expect(executedPresses).toEqual(['Alle']);
  expect(document.activeElement).toBe(document.querySelector('#screen button'));
});
