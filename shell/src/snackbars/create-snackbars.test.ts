import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { createSnackbars } from './create-snackbars';

const start = () => {
  const timers = createManualTimers();
  const snackbars = createSnackbars(timers);
  return { timers, snackbars, texts: () => snackbars.get().map(({ message }) => message.text) };
};

it('shows a message for five seconds', () => {
  const { timers, snackbars, texts } = start();
  snackbars.show({ text: 'Einladung ist raus.', tone: 'success' });
  timers.advance(4_999);
  expect(texts()).toEqual(['Einladung ist raus.']);
  timers.advance(1);
  expect(texts()).toEqual([]);
});

it('keeps an error until it is closed', () => {
  const { timers, snackbars, texts } = start();
  snackbars.show({ text: 'Das ging schief.', tone: 'error' });
  timers.advance(3_600_000);
  expect(texts()).toEqual(['Das ging schief.']);
  snackbars.close(snackbars.get()[0]?.id ?? -1);
  expect(texts()).toEqual([]);
});

it('waits while somebody reads, and then gives the whole time again', () => {
  const { timers, snackbars, texts } = start();
  snackbars.show({ text: 'Gespeichert.' });
  timers.advance(4_000);
  snackbars.pause();
  timers.advance(60_000);
  expect(texts()).toEqual(['Gespeichert.']);
  snackbars.resume();
  timers.advance(4_999);
  expect(texts()).toEqual(['Gespeichert.']);
  timers.advance(1);
  expect(texts()).toEqual([]);
});

it('lets a message that came during a pause leave after it', () => {
  const { timers, snackbars, texts } = start();
  snackbars.show({ text: 'Eins' });
  snackbars.pause();
  snackbars.show({ text: 'Zwei' });
  timers.advance(5_000);
  expect(texts()).toEqual(['Eins', 'Zwei']);
  snackbars.resume();
  timers.advance(5_000);
  expect(texts()).toEqual([]);
});

it('ends the pause with the last message, because its pointer event never comes', () => {
  const { timers, snackbars, texts } = start();
  snackbars.show({ text: 'Eins' });
  snackbars.pause();
  snackbars.close(snackbars.get()[0]?.id ?? -1);
  snackbars.show({ text: 'Zwei' });
  timers.advance(5_000);
  expect(texts()).toEqual([]);
});

it('shows the same message once and starts its time anew', () => {
  const { timers, snackbars, texts } = start();
  snackbars.show({ text: 'Link kopiert.' });
  timers.advance(3_000);
  snackbars.show({ text: 'Link kopiert.' });
  expect(texts()).toEqual(['Link kopiert.']);
  timers.advance(4_999);
  expect(texts()).toEqual(['Link kopiert.']);
});

it('shows three at once: the oldest that would leave anyway makes room', () => {
  const { snackbars, texts } = start();
  snackbars.show({ text: 'Fehler', tone: 'error' });
  for (const text of ['Eins', 'Zwei', 'Drei']) snackbars.show({ text });
  expect(texts()).toEqual(['Fehler', 'Zwei', 'Drei']);
});

it('holds a message as long as its cause lasts', () => {
  const { timers, snackbars, texts } = start();
  const release = snackbars.hold({ text: 'Keine Verbindung. Wir versuchen es weiter.', tone: 'offline' });
  timers.advance(60_000);
  expect(texts()).toHaveLength(1);
  release();
  release();
  expect(texts()).toEqual([]);
});

it('tells who showed a message that it has left: by its time, closed, made room or taken back', () => {
  const { timers, snackbars, texts } = start();
  const gone: string[] = [];
  const show = (text: string) => snackbars.follow({ text }, () => void gone.push(text));
  show('Zeit');
  timers.advance(5_000);
  expect(gone).toEqual(['Zeit']);
  show('Eins');
  snackbars.close(snackbars.get()[0]?.id ?? -1);
  const takeBack = show('Zwei');
  takeBack();
  takeBack();
  for (const text of ['Drei', 'Vier', 'Fünf', 'Sechs']) show(text);
  expect(gone).toEqual(['Zeit', 'Eins', 'Zwei', 'Drei']);
  expect(texts()).toEqual(['Vier', 'Fünf', 'Sechs']);
});

it('leaves no timer behind', () => {
  const { timers, snackbars } = start();
  snackbars.show({ text: 'Eins' });
  snackbars.close(snackbars.get()[0]?.id ?? -1);
  expect(timers.pending()).toBe(0);
});
