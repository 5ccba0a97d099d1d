import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Stepper } from './stepper';

const DishStepper = () => {
  const [quantity, setQuantity] = useState(0);
  return (
    <Stepper
      label="Käsespätzle"
      quantity={quantity}
      onIncrease={() => setQuantity(quantity + 1)}
      onDecrease={() => setQuantity(quantity - 1)}
    />
  );
};

describe('a stepper', () => {
  it('is a plus at zero and counts from then on', async () => {
    const user = userEvent.setup();
    render(<DishStepper />);
    expect(screen.getByRole('group', { name: 'Käsespätzle' })).toHaveTextContent('');
    await user.click(screen.getByRole('button', { name: /^.+: In den Warenkorb$/ }));
    await user.click(screen.getByRole('button', { name: /^.+: Eins mehr$/ }));
    expect(screen.getByText('2')).toBeInTheDocument();
  });

  it('keeps the focus on the plus when the pill opens', async () => {
    const user = userEvent.setup();
    render(<DishStepper />);
    await user.tab();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('button', { name: /^.+: Eins mehr$/ })).toHaveFocus();
  });

  it('keeps the focus at the last decrease', async () => {
    const user = userEvent.setup();
    render(<DishStepper />);
    await user.click(screen.getByRole('button', { name: /^.+: In den Warenkorb$/ }));
    await user.click(screen.getByRole('button', { name: /^.+: Eins weniger$/ }));
    expect(screen.getByRole('button', { name: /^.+: In den Warenkorb$/ })).toHaveFocus();
  });

  it('shows why no more can be added', async () => {
    const user = userEvent.setup();
    const onIncrease = jest.fn();
    const onRefused = jest.fn();
    render(
      <Stepper
        label="Schäufele"
        quantity={0}
        onIncrease={onIncrease}
        onDecrease={() => undefined}
        disabledReason="Wähle eine Zeit ab 12:30."
        onDisabledPress={onRefused}
      />,
    );
    const plusButton = screen.getByRole('button', { name: /^.+: In den Warenkorb$/ });
    expect(plusButton).toHaveAccessibleDescription('Wähle eine Zeit ab 12:30.');
    await user.click(plusButton);
    expect(onIncrease).not.toHaveBeenCalled();
    expect(onRefused).toHaveBeenCalledTimes(1);
  });
});
