import { fireEvent, render, screen } from '@testing-library/react';
import { Avatar, AVATAR_COLORS, avatarColorOf, initialsOf, Mosaic } from './avatar';

describe('initials', () => {
  it.each([
    ['Friederike von Hohenstein', 'FH'],
    ['änne', 'Ä'],
    ['Änne Öz', 'ÄÖ'],
    ['  Mehmet   Aydın ', 'MA'],
    ['ßofie', 'ß'],
    ['👩‍🍳 Köchin', '👩‍🍳K'],
    ['(Test) „Person“', 'TP'],
    ['Ä\u0308nn', 'Ä̈'],
    ['', null],
    ['---', null],
  ])('U05 are at most two signs: %s', (name, expectedInitials) => {
    expect(initialsOf(name)).toBe(expectedInitials);
  });
});

describe('avatar colours', () => {
  it('are sixteen', () => {
    expect(new Set(AVATAR_COLORS).size).toBe(16);
  });

  it('are the same for the same name, with or without blanks around it', () => {
    expect(avatarColorOf(' Anna ')).toBe(avatarColorOf('Anna'));
  });

  it('spread over names', () => {
    expect(new Set(Array.from({ length: 200 }, (_, index) => avatarColorOf(`Person ${index}`))).size).toBe(16);
  });
});

describe('an avatar', () => {
  it('falls back to the initials when its picture fails', () => {
    const { container } = render(<Avatar name="Anna Kern" pictureUrl="/gone.png" />);
    const picture = container.querySelector('img');
    expect(picture).not.toBeNull();
    if (picture !== null) fireEvent.error(picture);
    expect(screen.getByText('AK')).toBeInTheDocument();
  });
});

it.each(['', '–', 'Jemand', 'Gelöschtes Konto'])(
  'draws a figure without letters for a person without a name: %j',
  (name) => {
    const { container } = render(
      <>
        <Avatar name={name} />
        <Mosaic mosaicPeople={[{ key: 'a', name }]} />
      </>,
    );
    expect([container.textContent, container.querySelectorAll('svg').length]).toEqual(['', 2]);
  },
);

const mosaicPeopleOf = (personCount: number) =>
  Array.from({ length: personCount }, (_, index) => ({ key: `${index}`, name: `P${index} Q` }));

describe('a mosaic', () => {
  it.each([
    [2, 2, null],
    [4, 4, null],
    [5, 4, '+2'],
    [102, 4, '+99'],
    [103, 4, '+99'],
    [400, 4, '+99'],
  ])('U05 shows %i people in %i pieces, those left over as %s', (count, expectedPieceCount, overflowText) => {
    const { container } = render(<Mosaic mosaicPeople={mosaicPeopleOf(count)} />);
    expect(container.firstElementChild?.children).toHaveLength(expectedPieceCount);
    if (overflowText === null) expect(screen.queryByText(/\+/)).not.toBeInTheDocument();
    else expect(screen.getByText(overflowText)).toBeInTheDocument();
  });
});
