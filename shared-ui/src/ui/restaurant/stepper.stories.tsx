import { useState } from 'react';
import { StoryColumn, Specimen } from '../../../.storybook/story-frame';
import type { StoriesMeta, Story } from '../../../.storybook/story';
import { doNothing } from '../../../.storybook/story';
import { Stepper } from './stepper';

const meta: StoriesMeta = { title: 'Controls/Stepper' };
export default meta;

const DISH_NAME = 'Lasagne al forno';

const StepperExample = ({ start: initialQuantity }: { readonly start: number }) => {
  const [quantity, setQuantity] = useState(initialQuantity);
  return (
    <Stepper
      label={DISH_NAME}
      quantity={quantity}
      onIncrease={() => setQuantity(quantity + 1)}
      onDecrease={() => setQuantity(quantity - 1)}
    />
  );
};

/** Story with the quantity of a dish: 0 as a round plus button, other quantities with minus, number and plus. */
export const Live: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="None yet">
        <StepperExample start={0} />
      </Specimen>
      <Specimen label="One">
        <StepperExample start={1} />
      </Specimen>
      <Specimen label="Two digits">
        <StepperExample start={12} />
      </Specimen>
    </StoryColumn>
  ),
};

/** Story with disabled plus buttons: they stay focusable, and screen readers read out the reason. */
export const Disabled: Story = {
  render: () => (
    <StoryColumn>
      <Specimen label="None, and none to be had">
        <Stepper
          label={DISH_NAME}
          quantity={0}
          onIncrease={doNothing}
          onDecrease={doNothing}
          disabledReason="Das Lokal nimmt gerade keine Bestellungen an."
        />
      </Specimen>
      <Specimen label="No more than these">
        <Stepper
          label={DISH_NAME}
          quantity={9}
          onIncrease={doNothing}
          onDecrease={doNothing}
          disabledReason="Mehr als neun gehen nicht."
        />
      </Specimen>
    </StoryColumn>
  ),
};
