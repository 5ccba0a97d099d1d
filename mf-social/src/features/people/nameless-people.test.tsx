import { DELETED_PERSON, NAMELESS_PERSON } from '@mahlzeit/contract/rules';
import { Avatar } from '@mahlzeit/shared-ui/ui/dialog';
import { render } from '@testing-library/react';

// The design system repeats these two texts in its own code, because it doesn't import the contract.
it.each([NAMELESS_PERSON, DELETED_PERSON])('the avatar of „%s“ is a figure without letters', (name) => {
  const { container } = render(<Avatar name={name} />);
  expect([container.textContent, container.querySelectorAll('svg').length]).toEqual(['', 1]);
});
