import { createListeners } from '@mahlzeit/shared-ui/platform';
import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { createSnackbars } from '../messages/snackbars';
import { closeSnackbarWithScreen } from './snackbar-screen';

const startWatch = () => {
  const timers = createManualTimers();
  const snackbars = createSnackbars(timers);
  const screenListeners = createListeners();
  const stop = closeSnackbarWithScreen({ snackbars, router: { subscribe: screenListeners.add }, timers });
  return { timers, snackbars, stop, changeScreen: screenListeners.emit, text: () => snackbars.get()?.message.text };
};

it.each(['neutral', 'success', 'error'] as const)('closes a message (%s) with its screen', (tone) => {
  const { timers, snackbars, changeScreen, text } = startWatch();
  snackbars.show({ text: 'Link kopiert.', tone });
  timers.advance(1_000);
  changeScreen();
  expect(text()).toBeUndefined();
});

it('keeps a message whose own action changes the screen, for the time that this takes', () => {
  const { timers, snackbars, changeScreen, text } = startWatch();
  snackbars.show({ text: 'Einladung ist raus.', tone: 'success' });
  timers.advance(700);
  changeScreen();
  changeScreen();
  expect(text()).toBe('Einladung ist raus.');
  timers.advance(300);
  changeScreen();
  expect(text()).toBeUndefined();
});

it('counts the time of each message anew, also of one that waited', () => {
  const { timers, snackbars, changeScreen, text } = startWatch();
  snackbars.show({ text: 'Eins' });
  snackbars.show({ text: 'Zwei' });
  timers.advance(1_000);
  changeScreen();
  expect(text()).toBe('Zwei');
  changeScreen();
  expect(text()).toBe('Zwei');
});

it('leaves neither timers nor listeners behind', () => {
  const { timers, snackbars, stop, changeScreen, text } = startWatch();
  snackbars.show({ text: 'Das ging schief.', tone: 'error' });
  timers.advance(1_000);
  stop();
  changeScreen();
  expect(text()).toBe('Das ging schief.');
  expect(timers.pendingCount()).toBe(0);
});
