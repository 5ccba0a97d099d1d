/** @page */
import { fakeAddresses } from '../fake-entries';
import { followHashLinks, swallowSecondClick } from './link-clicks';
import type { AddressView } from './router';

describe('links to a hash', () => {
  const followLinksIn = (html: string) => {
    document.body.innerHTML = html;
    const openedAddresses: string[][] = [];
    const stopFollowing = followHashLinks(
      document,
      { open: (...address) => void openedAddresses.push(address) },
      fakeAddresses(),
    );
    const clickLink = (mouseEventInit: MouseEventInit = {}) => {
      const event = new MouseEvent('click', { bubbles: true, cancelable: true, button: 0, ...mouseEventInit });
      document.querySelector('[data-press]')?.dispatchEvent(event);
      return event.defaultPrevented;
    };
    return { opened: openedAddresses, click: clickLink, stop: stopFollowing };
  };

  it('R02 opens a link to a modal through the router', () => {
    const { opened, click, stop } = followLinksIn('<a href="#details/a%2Fb"><span data-press>Mensa</span></a>');
    expect(click()).toBe(true);
    expect(opened).toEqual([['details', 'a/b']]);
    stop();
  });

  it('opens a shared link in the open app', () => {
    const { opened, click, stop } = followLinksIn('<a data-press href="/r/caf%C3%A9%2Fbar">x</a>');
    expect(click()).toBe(true);
    expect(opened).toEqual([['details', 'café/bar']]);
    stop();
  });

  it.each([
    ['a new tab by key', '<a data-press href="#orders">x</a>', { ctrlKey: true }],
    ['a new tab by the middle button', '<a data-press href="#orders">x</a>', { button: 1 }],
    ['a link with a target', '<a data-press href="#orders" target="_blank">x</a>', {}],
  ])('leaves %s to the browser', (_case, html, init) => {
    const { opened, click, stop } = followLinksIn(html);
    expect(click(init)).toBe(false);
    expect(opened).toEqual([]);
    stop();
  });

  it.each([
    '<a data-press href="mailto:a@b.test">x</a>',
    '<a data-press href="#">x</a>',
    '<a data-press href="https://elsewhere.test/r/mensa">x</a>',
    '<a data-press href="/legal/imprint">x</a>',
    '<button data-press>x</button>',
  ])('ignores %s', (html) => {
    const { opened, click, stop } = followLinksIn(html);
    document.addEventListener('click', (event) => event.preventDefault(), { once: true });
    click();
    expect(opened).toEqual([]);
    stop();
  });

  it('ignores a click that was already handled', () => {
    const { opened, click, stop } = followLinksIn('<a data-press href="#inhalt">x</a>');
    document.body.addEventListener('click', (event) => event.preventDefault(), { once: true });
    click();
    expect(opened).toEqual([]);
    stop();
  });
});

describe('the second half of a double click', () => {
  const watchClicks = () => {
    document.body.innerHTML = '<button>Öffnen</button><div>Scrim</div>';
    let addressView: AddressView = { page: { kind: 'main', placeId: null }, modal: null };
    const stopSwallowing = swallowSecondClick(window, { get: () => addressView });
    const receivedClicks: string[] = [];
    const recordReceivedClick = (event: MouseEvent) =>
      void receivedClicks.push(`${event.target instanceof Element ? event.target.textContent : ''} ${event.detail}`);
    document.addEventListener('click', recordReceivedClick, true);
    const clickElement = (selector: string, clickCount: number) =>
      document
        .querySelector(selector)
        ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: clickCount }));
    return {
      heard: receivedClicks,
      click: clickElement,
      open: () => {
        addressView = { ...addressView, modal: { key: 'details', params: [] } };
      },
      end: () => {
        stopSwallowing();
        document.removeEventListener('click', recordReceivedClick, true);
      },
    };
  };

  it('drops the second click of a double click after the first one opened a modal', () => {
    const { heard, click, open, end } = watchClicks();
    click('button', 1);
    open();
    click('div', 2);
    expect(heard).toEqual(['Öffnen 1']);
    click('div', 1);
    expect(heard).toEqual(['Öffnen 1', 'Scrim 1']);
    end();
  });

  it('passes a quick second tap when nothing has opened', () => {
    const { heard, click, end } = watchClicks();
    click('button', 1);
    click('button', 2);
    expect(heard).toEqual(['Öffnen 1', 'Öffnen 2']);
    end();
  });
});
