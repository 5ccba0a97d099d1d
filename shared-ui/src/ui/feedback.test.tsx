import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ErrorState } from './feedback';
import { CardSkeletons } from './skeletons';
import { SnackbarRegion, SnackbarView } from './snackbar-view';

describe('an error state', () => {
  it('offers a retry and shows the error', async () => {
    const user = userEvent.setup();
    const onRetry = jest.fn();
    render(<ErrorState title="Die Lokale laden nicht" text="Prüf deine Verbindung." onRetry={onRetry} />);
    expect(screen.getByRole('alert')).toHaveTextContent('Die Lokale laden nicht');
    await user.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  it('retries by itself when the browser is online again, and only while it is mounted', () => {
    const onRetry = jest.fn();
    const { unmount } = render(<ErrorState title="Weg" onRetry={onRetry} />);
    fireEvent(window, new Event('online'));
    expect(onRetry).toHaveBeenCalledTimes(1);
    unmount();
    fireEvent(window, new Event('online'));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });
});

describe('skeletons', () => {
  it("appear after 150 ms, so that a quick response doesn't flicker", () => {
    jest.useFakeTimers();
    render(<CardSkeletons />);
    act(() => jest.advanceTimersByTime(149));
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
    act(() => jest.advanceTimersByTime(1));
    expect(screen.getByRole('status')).toHaveTextContent('Lädt');
    jest.useRealTimers();
  });
});

describe('a snackbar', () => {
  it('runs its action and closes', async () => {
    const user = userEvent.setup();
    const runAction = jest.fn();
    const onClose = jest.fn();
    render(
      <SnackbarRegion role="status">
        <SnackbarView text="Einladung ist raus." action={{ label: 'Ansehen', run: runAction }} onClose={onClose} />
      </SnackbarRegion>,
    );
    await user.click(screen.getByRole('button', { name: 'Ansehen' }));
    await user.click(screen.getByRole('button', { name: 'Schließen' }));
    expect(runAction).toHaveBeenCalledTimes(1);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('stays usable while a dialog is open', () => {
    render(<SnackbarRegion role="status" />);
    expect(screen.getByRole('status')).toHaveAttribute('data-react-aria-top-layer', 'true');
  });
});
