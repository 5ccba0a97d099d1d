import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { placeSnackbars } from '../deferred/snackbar-place';
import { createSnackbars, SnackbarHost } from './snackbars';

describe('snackbars', () => {
  const startSnackbars = () => {
    const timers = createManualTimers();
    const snackbars = createSnackbars(timers);
    return { timers, snackbars, text: () => snackbars.get()?.message.text };
  };

  const closeVisibleSnackbar = (snackbars: ReturnType<typeof createSnackbars>) =>
    snackbars.close(snackbars.get()?.id ?? -1);

  it('shows a message for five seconds', () => {
    const { timers, snackbars, text } = startSnackbars();
    snackbars.show({ text: 'Einladung ist raus.', tone: 'success' });
    timers.advance(4_999);
    expect(text()).toBe('Einladung ist raus.');
    timers.advance(1);
    expect(text()).toBeUndefined();
  });

  it('shows a message with a button for ten seconds', () => {
    const { timers, snackbars, text } = startSnackbars();
    snackbars.show({ text: 'Entfernt.', tone: 'success', action: { label: 'Rückgängig', run: () => undefined } });
    timers.advance(9_999);
    expect(text()).toBe('Entfernt.');
    timers.advance(1);
    expect(text()).toBeUndefined();
  });

  it('shows one at a time: the next one waits, and then has its full time', () => {
    const { timers, snackbars, text } = startSnackbars();
    for (const messageName of ['Eins', 'Zwei', 'Drei']) snackbars.show({ text: messageName });
    const visibleTexts: (string | undefined)[] = [];
    for (let messageIndex = 0; messageIndex < 4; messageIndex += 1) {
      visibleTexts.push(text());
      timers.advance(4_999);
      visibleTexts.push(text());
      timers.advance(1);
    }
    expect(visibleTexts).toEqual(['Eins', 'Eins', 'Zwei', 'Zwei', 'Drei', 'Drei', undefined, undefined]);
  });

  it('keeps an error until it is closed', () => {
    const { timers, snackbars, text } = startSnackbars();
    snackbars.show({ text: 'Das ging schief.', tone: 'error' });
    timers.advance(3_600_000);
    expect(text()).toBe('Das ging schief.');
    closeVisibleSnackbar(snackbars);
    expect(text()).toBeUndefined();
  });

  it('shows a newer error in place of an older one, which never returns', () => {
    const { timers, snackbars, text } = startSnackbars();
    snackbars.show({ text: 'Zu viele Versuche.', tone: 'error' });
    timers.advance(60_000);
    snackbars.show({ text: 'Das ging schief.', tone: 'error' });
    expect(text()).toBe('Das ging schief.');
    closeVisibleSnackbar(snackbars);
    expect(text()).toBeUndefined();
  });

  it('shows the success of a later attempt in place of the error of the earlier one', () => {
    const { timers, snackbars, text } = startSnackbars();
    snackbars.show({ text: 'Das ging schief.', tone: 'error' });
    snackbars.show({ text: 'Gespeichert.', tone: 'success' });
    expect(text()).toBe('Gespeichert.');
    timers.advance(5_000);
    expect(text()).toBeUndefined();
  });

  it('keeps an error before a message that has nothing to do with it', () => {
    const { snackbars, text } = startSnackbars();
    snackbars.show({ text: 'Das ging schief.', tone: 'error' });
    snackbars.show({ text: 'Ben: Heute Mittag?' });
    expect(text()).toBe('Das ging schief.');
  });

  it('shows an error immediately, and the interrupted message again afterwards', () => {
    const { timers, snackbars, text } = startSnackbars();
    snackbars.show({ text: 'Gespeichert.' });
    timers.advance(4_000);
    snackbars.show({ text: 'Das ging schief.', tone: 'error' });
    expect(text()).toBe('Das ging schief.');
    timers.advance(60_000);
    closeVisibleSnackbar(snackbars);
    timers.advance(4_999);
    expect(text()).toBe('Gespeichert.');
    timers.advance(1);
    expect(text()).toBeUndefined();
  });

  it('pauses while somebody reads, and then restarts the full time', () => {
    const { timers, snackbars, text } = startSnackbars();
    snackbars.show({ text: 'Gespeichert.' });
    timers.advance(4_000);
    snackbars.pause();
    timers.advance(60_000);
    expect(text()).toBe('Gespeichert.');
    snackbars.resume();
    timers.advance(4_999);
    expect(text()).toBe('Gespeichert.');
    timers.advance(1);
    expect(text()).toBeUndefined();
  });

  it('ends the pause with the message under the pointer, because its pointer event never comes', () => {
    const { timers, snackbars, text } = startSnackbars();
    snackbars.show({ text: 'Eins' });
    snackbars.pause();
    snackbars.show({ text: 'Zwei' });
    closeVisibleSnackbar(snackbars);
    expect(text()).toBe('Zwei');
    timers.advance(5_000);
    expect(text()).toBeUndefined();
  });

  it('shows the same message once and restarts its time, in the same position', () => {
    const { timers, snackbars, text } = startSnackbars();
    snackbars.show({ text: 'Link kopiert.' });
    snackbars.show({ text: 'Gespeichert.' });
    timers.advance(3_000);
    snackbars.show({ text: 'Link kopiert.' });
    timers.advance(4_999);
    expect(text()).toBe('Link kopiert.');
    timers.advance(1);
    expect(text()).toBe('Gespeichert.');
    timers.advance(5_000);
    expect(text()).toBeUndefined();
  });

  it('queues three messages: of more the oldest is dropped, except followed ones', () => {
    const { timers, snackbars, text } = startSnackbars();
    snackbars.show({ text: 'Eins' });
    snackbars.follow({ text: 'Neuer Kontakt' }, () => undefined);
    for (const messageName of ['Zwei', 'Drei', 'Vier', 'Fünf']) snackbars.show({ text: messageName });
    const visibleTexts: (string | undefined)[] = [];
    for (let messageIndex = 0; messageIndex < 6; messageIndex += 1) {
      visibleTexts.push(text());
      timers.advance(5_000);
    }
    expect(visibleTexts).toEqual(['Eins', 'Neuer Kontakt', 'Drei', 'Vier', 'Fünf', undefined]);
  });

  it('calls onGone when a message has left: by its time, closed, repeated or withdrawn, also from the queue', () => {
    const { timers, snackbars, text } = startSnackbars();
    const departedTexts: string[] = [];
    const followMessage = (messageText: string, loggedName = messageText) =>
      snackbars.follow({ text: messageText }, () => void departedTexts.push(loggedName));
    followMessage('Zeit');
    timers.advance(5_000);
    expect(departedTexts).toEqual(['Zeit']);
    followMessage('Eins');
    const withdrawSecond = followMessage('Zwei');
    closeVisibleSnackbar(snackbars);
    expect(departedTexts).toEqual(['Zeit', 'Eins']);
    followMessage('Drei');
    const withdrawWaiting = followMessage('Vier');
    withdrawWaiting();
    withdrawSecond();
    withdrawSecond();
    followMessage('Drei', 'Drei, noch einmal');
    expect(departedTexts).toEqual(['Zeit', 'Eins', 'Vier', 'Zwei', 'Drei']);
    expect(text()).toBe('Drei');
  });

  it('leaves no timer behind', () => {
    const { timers, snackbars } = startSnackbars();
    for (const text of ['Eins', 'Zwei']) snackbars.show({ text });
    closeVisibleSnackbar(snackbars);
    closeVisibleSnackbar(snackbars);
    expect(timers.pendingCount()).toBe(0);
  });
});

describe('snackbars on the screen', () => {
  let stopPlacing = (): void => undefined;
  afterEach(() => stopPlacing());

  const renderSnackbars = () => {
    const timers = createManualTimers();
    const snackbars = createSnackbars(timers);
    const focusLossLog: string[] = [];
    render(
      <>
        <button type="button">Anderswo</button>
        <SnackbarHost snackbars={snackbars} onFocusLost={() => void focusLossLog.push('lost')} />
      </>,
    );
    stopPlacing = placeSnackbars({ page: document, browser: window });
    return { timers, snackbars, lost: focusLossLog, advance: (ms: number) => act(() => timers.advance(ms)) };
  };

  it('announces errors immediately and everything else in turn, from regions that exist before', () => {
    const { snackbars } = renderSnackbars();
    const [alertRegion, statusRegion] = [screen.getByRole('alert'), screen.getByRole('status')];
    act(() => snackbars.show({ text: 'Gespeichert.' }));
    expect(statusRegion).toHaveTextContent('Gespeichert.');
    act(() => snackbars.show({ text: 'Das ging schief.', tone: 'error' }));
    expect(alertRegion).toHaveTextContent('Das ging schief.');
    expect(statusRegion).toBeEmptyDOMElement();
  });

  it('stays below the page’s bar, whose height depends on the font size', async () => {
    render(<header />);
    const { snackbars } = renderSnackbars();
    for (const barHeight of [112, 240]) {
      Object.defineProperty(screen.getByRole('banner'), 'offsetHeight', { configurable: true, value: barHeight });
      await act(async () => snackbars.show({ text: `Bei ${barHeight}`, tone: 'error' }));
      expect(screen.getByRole('region', { name: 'Meldungen' })).toHaveStyle({ '--bar': `${barHeight}px` });
      act(() => snackbars.close(snackbars.get()?.id ?? -1));
    }
  });

  it('stays usable and readable while a dialog is open', () => {
    renderSnackbars();
    expect(screen.getByRole('region', { name: 'Meldungen' })).toHaveAttribute('data-react-aria-top-layer', 'true');
  });

  it('pauses while the pointer is on it', async () => {
    const { snackbars, advance } = renderSnackbars();
    act(() => snackbars.show({ text: 'Gespeichert.' }));
    await userEvent.hover(screen.getByText('Gespeichert.'));
    advance(60_000);
    expect(screen.getByText('Gespeichert.')).toBeInTheDocument();
    await userEvent.unhover(screen.getByText('Gespeichert.'));
    advance(5_000);
    expect(screen.queryByText('Gespeichert.')).not.toBeInTheDocument();
  });

  it('focuses its button on F6, pauses while it has the focus, and returns the focus', async () => {
    const { snackbars, advance } = renderSnackbars();
    const actionRuns: string[] = [];
    screen.getByRole('button', { name: 'Anderswo' }).focus();
    act(() =>
      snackbars.show({
        text: 'Einladung ist raus.',
        action: { label: 'Ansehen', run: () => void actionRuns.push('run') },
      }),
    );
    await userEvent.keyboard('{F6}');
    expect(screen.getByRole('button', { name: 'Ansehen' })).toHaveFocus();
    advance(60_000);
    await userEvent.keyboard('{Enter}');
    expect(actionRuns).toEqual(['run']);
    expect(screen.queryByText('Einladung ist raus.')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Anderswo' })).toHaveFocus();
  });

  it('closes an error by its button; focus without an origin goes to the page', async () => {
    const { snackbars, lost } = renderSnackbars();
    act(() => snackbars.show({ text: 'Das ging schief.', tone: 'error' }));
    screen.getByRole('button', { name: 'Schließen' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByText('Das ging schief.')).not.toBeInTheDocument();
    expect(lost).toEqual(['lost']);
  });
});
