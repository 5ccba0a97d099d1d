/** @page */
import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { createFocusRestorer } from './focus-restorer';

const startRestorer = () => {
  document.body.innerHTML =
    '<main tabindex="-1"></main><a href="#details/a">Mensa</a><div role="dialog" tabindex="-1"></div>';
  const timers = createManualTimers();
  const findElement = (selector: string) => document.querySelector<HTMLElement>(selector) ?? document.body;
  const restorer = createFocusRestorer({ page: document, timers, mainRegion: () => findElement('main') });
  return {
    timers,
    restorer,
    opener: findElement('a'),
    dialog: findElement('[role=dialog]'),
    main: findElement('main'),
  };
};

it('returns lost focus to the opener', () => {
  const { timers, restorer, opener, dialog } = startRestorer();
  opener.focus();
  restorer.rememberOpener();
  dialog.focus();
  restorer.restore();
  timers.advance(100);
  expect(document.activeElement).toBe(dialog);
  dialog.remove();
  timers.advance(100);
  expect(document.activeElement).toBe(opener);
});

it('focuses the main region when opener and modal have disappeared together', () => {
  const { timers, restorer, opener, dialog, main } = startRestorer();
  opener.focus();
  restorer.rememberOpener();
  dialog.focus();
  restorer.restore();
  opener.remove();
  dialog.remove();
  timers.advance(50);
  expect(document.activeElement).toBe(main);
});

it('focuses the menu button when an entry of the drawer opened the screen', () => {
  const { timers, restorer, opener: menuButton, main: mainElement, dialog } = startRestorer();
  menuButton.focus();
  restorer.rememberOpener();
  mainElement.focus();
  restorer.rememberOpener();
  mainElement.remove();
  restorer.rememberOpener();
  restorer.restore();
  dialog.remove();
  timers.advance(50);
  expect(document.activeElement).toBe(menuButton);
});

it('leaves the focus alone when it was moved on purpose', () => {
  const { timers, restorer, opener, main, dialog } = startRestorer();
  main.focus();
  restorer.rememberOpener();
  dialog.remove();
  opener.focus();
  restorer.restore();
  timers.advance(1_000);
  expect(document.activeElement).toBe(opener);
});

it('stops when the next modal opens, and after some time', () => {
  const { timers, restorer, dialog } = startRestorer();
  restorer.restore();
  restorer.rememberOpener();
  expect(timers.pendingCount()).toBe(0);
  dialog.focus();
  restorer.restore();
  timers.advance(1_000);
  expect(timers.pendingCount()).toBe(0);
});
