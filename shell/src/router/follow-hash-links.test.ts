import { followHashLinks } from './follow-hash-links';

const follow = (html: string) => {
  document.body.innerHTML = html;
  const opened: string[][] = [];
  const stop = followHashLinks(document, { open: (...address) => void opened.push(address) });
  const click = (init: MouseEventInit = {}) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, button: 0, ...init });
    document.querySelector('[data-press]')?.dispatchEvent(event);
    return event.defaultPrevented;
  };
  return { opened, click, stop };
};

it('R02 opens a link to a modal through the router', () => {
  const { opened, click, stop } = follow('<a href="#details/a%2Fb"><span data-press>Mensa</span></a>');
  expect(click()).toBe(true);
  expect(opened).toEqual([['details', 'a/b']]);
  stop();
});

it.each([
  ['a new tab by key', '<a data-press href="#orders">x</a>', { ctrlKey: true }],
  ['a new tab by the middle button', '<a data-press href="#orders">x</a>', { button: 1 }],
  ['a link with a target', '<a data-press href="#orders" target="_blank">x</a>', {}],
])('leaves %s to the browser', (_case, html, init) => {
  const { opened, click, stop } = follow(html);
  expect(click(init)).toBe(false);
  expect(opened).toEqual([]);
  stop();
});

it.each(['<a data-press href="mailto:a@b.test">x</a>', '<a data-press href="#">x</a>', '<button data-press>x</button>'])('ignores %s', (html) => {
  const { opened, click, stop } = follow(html);
  document.addEventListener('click', (event) => event.preventDefault(), { once: true });
  click();
  expect(opened).toEqual([]);
  stop();
});

it('leaves a click alone that somebody has taken already', () => {
  const { opened, click, stop } = follow('<a data-press href="#inhalt">x</a>');
  document.body.addEventListener('click', (event) => event.preventDefault(), { once: true });
  click();
  expect(opened).toEqual([]);
  stop();
});
