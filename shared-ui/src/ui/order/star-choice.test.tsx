import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { StarChoice } from './star-choice';

const starLabel = (stars: number): string => `${stars} von 5 Sternen`;

const RatingExample = ({ isFixed = false }: { readonly isFixed?: boolean }) => {
  const [stars, setStars] = useState<number | null>(null);
  return <StarChoice label="Wie war’s?" starLabel={starLabel} stars={stars} isReadOnly={isFixed} onChoose={setStars} />;
};

const chosenStars = () =>
  screen
    .getAllByRole<HTMLInputElement>('radio')
    .filter(({ checked }) => checked)
    .map(({ ariaLabel, value }) => ariaLabel ?? value);

it('is a question with five answers, none of them preselected', () => {
  render(<RatingExample />);
  expect(screen.getByRole('group', { name: 'Wie war’s?' })).toBeInTheDocument();
  expect(screen.getAllByRole('radio')).toHaveLength(5);
  expect(chosenStars()).toEqual([]);
});

it('is chosen by a press, changed by another one, and by the arrow keys', async () => {
  const user = userEvent.setup();
  render(<RatingExample />);
  await user.click(screen.getByRole('radio', { name: '4 von 5 Sternen' }));
  expect(screen.getByRole('radio', { name: '4 von 5 Sternen' })).toBeChecked();
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(screen.getByRole('radio', { name: '2 von 5 Sternen' })).toBeChecked();
  expect(chosenStars()).toHaveLength(1);
});

it('takes no other answer once it is read-only', async () => {
  const user = userEvent.setup();
  render(<RatingExample isFixed />);
  await user.click(screen.getByRole('radio', { name: '4 von 5 Sternen' }));
  expect(chosenStars()).toEqual([]);
});
