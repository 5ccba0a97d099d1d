import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from './button';

const DISABLED_REASON = 'Wähle erst, wo du isst.';

describe('a button that can’t be used', () => {
  it('stays focusable and names the reason', async () => {
    const user = userEvent.setup();
    render(<Button disabledReason={DISABLED_REASON}>Bestellen</Button>);
    await user.tab();
    const button = screen.getByRole('button', { name: 'Bestellen' });
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toHaveAccessibleDescription(DISABLED_REASON);
  });

  it('keeps the focus when it is disabled, and when it is enabled again', async () => {
    const user = userEvent.setup();
    const { rerender } = render(<Button disabledReason={undefined}>Neuen Code schicken</Button>);
    await user.tab();
    const button = screen.getByRole('button');
    rerender(<Button disabledReason={DISABLED_REASON}>Neuen Code schicken</Button>);
    expect(button).toHaveFocus();
    expect(button).toHaveAccessibleDescription(DISABLED_REASON);
    rerender(<Button disabledReason={undefined}>Neuen Code schicken</Button>);
    expect(button).toHaveFocus();
    expect(button).not.toHaveAccessibleDescription();
  });

  it('only repeats the reason', async () => {
    const user = userEvent.setup();
    const onClick = jest.fn();
    render(
      <Button disabledReason={DISABLED_REASON} onClick={onClick}>
        Bestellen
      </Button>,
    );
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    await user.click(screen.getByRole('button'));
    expect(onClick).not.toHaveBeenCalled();
    expect(screen.getByRole('status')).toHaveTextContent(DISABLED_REASON);
  });

  it('C27 restarts the eight seconds at a second tap', () => {
    jest.useFakeTimers();
    render(<Button disabledReason={DISABLED_REASON}>Bestellen</Button>);
    const button = screen.getByRole('button');
    fireEvent.click(button);
    act(() => jest.advanceTimersByTime(7_000));
    fireEvent.click(button);
    act(() => jest.advanceTimersByTime(7_000));
    expect(screen.getByRole('status')).toHaveTextContent(DISABLED_REASON);
    act(() => jest.advanceTimersByTime(1_000));
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    jest.useRealTimers();
  });

  it('does not submit its form', async () => {
    const user = userEvent.setup();
    const onSubmit = jest.fn((event: React.FormEvent) => event.preventDefault());
    render(
      <form onSubmit={onSubmit}>
        <Button type="submit" disabledReason={DISABLED_REASON}>
          Senden
        </Button>
      </form>,
    );
    await user.click(screen.getByRole('button'));
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe('a busy button', () => {
  it('ignores presses and keeps its name', async () => {
    const user = userEvent.setup();
    const onClick = jest.fn();
    render(
      <Button isBusy onClick={onClick}>
        Anmelden
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Anmelden Lädt' });
    await user.click(button);
    expect(onClick).not.toHaveBeenCalled();
    expect(button).toHaveAttribute('aria-disabled', 'true');
  });
});

describe('a button', () => {
  it('is no submit button by default', async () => {
    const user = userEvent.setup();
    const onClick = jest.fn();
    render(<Button onClick={onClick}>Weiter</Button>);
    await user.click(screen.getByRole('button', { name: 'Weiter' }));
    expect(onClick).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('button')).toHaveAttribute('type', 'button');
  });
});
