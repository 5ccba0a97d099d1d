import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createSnackbars, SnackbarHost } from './snackbars';

describe('snackbars', () => {
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
});

describe('snackbars on the screen', () => {
  const show = () => {
    const timers = createManualTimers();
    const snackbars = createSnackbars(timers);
    const lost: string[] = [];
    render(<><button type="button">Anderswo</button><SnackbarHost snackbars={snackbars} onFocusLost={() => void lost.push('lost')} /></>);
    return { timers, snackbars, lost, advance: (ms: number) => act(() => timers.advance(ms)) };
  };

  it('says errors at once and everything else in its turn, from regions that are there before', () => {
    const { snackbars } = show();
    const [alert, status] = [screen.getByRole('alert'), screen.getByRole('status')];
    act(() => snackbars.show({ text: 'Das ging schief.', tone: 'error' }));
    act(() => snackbars.show({ text: 'Gespeichert.' }));
    expect(alert).toHaveTextContent('Das ging schief.');
    expect(status).toHaveTextContent('Gespeichert.');
  });

  it('stays usable and readable while a dialog is open', () => {
    show();
    expect(screen.getByRole('region', { name: 'Meldungen' })).toHaveAttribute('data-react-aria-top-layer', 'true');
  });

  it('waits while the pointer is on it', async () => {
    const { snackbars, advance } = show();
    act(() => snackbars.show({ text: 'Gespeichert.' }));
    await userEvent.hover(screen.getByText('Gespeichert.'));
    advance(60_000);
    expect(screen.getByText('Gespeichert.')).toBeInTheDocument();
    await userEvent.unhover(screen.getByText('Gespeichert.'));
    advance(5_000);
    expect(screen.queryByText('Gespeichert.')).not.toBeInTheDocument();
  });

  it('leads to its button by F6, waits while it has focus, and gives focus back', async () => {
    const { snackbars, advance } = show();
    const runs: string[] = [];
    screen.getByRole('button', { name: 'Anderswo' }).focus();
    act(() => snackbars.show({ text: 'Einladung ist raus.', action: { label: 'Ansehen', run: () => void runs.push('run') } }));
    await userEvent.keyboard('{F6}');
    expect(screen.getByRole('button', { name: 'Ansehen' })).toHaveFocus();
    advance(60_000);
    await userEvent.keyboard('{Enter}');
    expect(runs).toEqual(['run']);
    expect(screen.queryByText('Einladung ist raus.')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Anderswo' })).toHaveFocus();
  });

  it('closes an error by its button; focus that came from nowhere goes to the page', async () => {
    const { snackbars, lost } = show();
    act(() => snackbars.show({ text: 'Das ging schief.', tone: 'error' }));
    screen.getByRole('button', { name: 'Schließen' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByText('Das ging schief.')).not.toBeInTheDocument();
    expect(lost).toEqual(['lost']);
  });
});
