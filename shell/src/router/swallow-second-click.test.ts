import type { AddressView } from './address-bar';
import { swallowSecondClick } from './swallow-second-click';

const start = () => {
  document.body.innerHTML = '<button>Öffnen</button><div>Scrim</div>';
  let view: AddressView = { page: { kind: 'main', placeId: null }, modal: null };
  const stop = swallowSecondClick(window, { get: () => view });
  const heard: string[] = [];
  const listen = (event: MouseEvent) => void heard.push(`${event.target instanceof Element ? event.target.textContent : ''} ${event.detail}`);
  document.addEventListener('click', listen, true);
  const click = (selector: string, detail: number) =>
    document.querySelector(selector)?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail }));
  return {
    heard, click,
    open: () => { view = { ...view, modal: { key: 'details', params: [] } }; },
    end: () => { stop(); document.removeEventListener('click', listen, true); },
  };
};

it('keeps the second half of a double click from the scrim of the modal that the first half opened', () => {
  const { heard, click, open, end } = start();
  click('button', 1);
  open();
  click('div', 2);
  expect(heard).toEqual(['Öffnen 1']);
  click('div', 1);
  expect(heard).toEqual(['Öffnen 1', 'Scrim 1']);
  end();
});

it('lets a quick second tap through where nothing has opened', () => {
  const { heard, click, end } = start();
  click('button', 1);
  click('button', 2);
  expect(heard).toEqual(['Öffnen 1', 'Öffnen 2']);
  end();
});
