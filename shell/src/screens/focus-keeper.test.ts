import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { createFocusKeeper } from './focus-keeper';

const start = () => {
  document.body.innerHTML = '<main tabindex="-1"></main><a href="#details/a">Mensa</a><div role="dialog" tabindex="-1"></div>';
  const timers = createManualTimers();
  const find = (selector: string) => document.querySelector<HTMLElement>(selector) ?? document.body;
  const keeper = createFocusKeeper({ page: document, timers, mainRegion: () => find('main') });
  return { timers, keeper, opener: find('a'), dialog: find('[role=dialog]'), main: find('main') };
};

it('gives lost focus back to the opener', () => {
  const { timers, keeper, opener, dialog } = start();
  opener.focus();
  keeper.noteOpener();
  dialog.focus();
  keeper.giveBack();
  timers.advance(100);
  expect(document.activeElement).toBe(dialog);
  dialog.remove();
  timers.advance(100);
  expect(document.activeElement).toBe(opener);
});

it('gives focus to the main region when opener and modal left together', () => {
  const { timers, keeper, opener, dialog, main } = start();
  opener.focus();
  keeper.noteOpener();
  dialog.focus();
  keeper.giveBack();
  opener.remove();
  dialog.remove();
  timers.advance(50);
  expect(document.activeElement).toBe(main);
});

it('gives focus to the menu button when a line of the drawer opened the screen', () => {
  const { timers, keeper, opener: menuButton, main: line, dialog } = start();
  menuButton.focus();
  keeper.noteOpener();
  line.focus();
  keeper.noteOpener();
  line.remove();
  keeper.noteOpener();
  keeper.giveBack();
  dialog.remove();
  timers.advance(50);
  expect(document.activeElement).toBe(menuButton);
});

it('leaves focus alone where it has been moved on purpose', () => {
  const { timers, keeper, opener, main, dialog } = start();
  main.focus();
  keeper.noteOpener();
  dialog.remove();
  opener.focus();
  keeper.giveBack();
  timers.advance(1_000);
  expect(document.activeElement).toBe(opener);
});

it('stops looking when the next modal opens, and some time after the last', () => {
  const { timers, keeper, dialog } = start();
  keeper.giveBack();
  keeper.noteOpener();
  expect(timers.pending()).toBe(0);
  dialog.focus();
  keeper.giveBack();
  timers.advance(1_000);
  expect(timers.pending()).toBe(0);
});
