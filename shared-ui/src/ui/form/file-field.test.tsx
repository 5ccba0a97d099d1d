import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ImagePlus } from 'lucide-react';
import { FileField } from './file-field';

const picture = (name = 'ich.png') => new File(['x'], name, { type: 'image/png' });

const show = () => {
  const received: string[][] = [];
  render(
    <FileField
      label="Profilbild"
      action="Bild auswählen"
      icon={ImagePlus}
      hint="Höchstens 8 MB."
      onFiles={(files) => void received.push(files.map(({ name }) => name))}
    />,
  );
  return {
    taken: received,
    field: screen.getByLabelText(/^Profilbild/),
    zone: screen.getByText('Bild auswählen'),
    user: userEvent.setup(),
  };
};

it('takes a chosen file, also the same one again', async () => {
  const { user, field, taken } = show();
  await user.upload(field, picture());
  expect(field).toHaveProperty('files.length', 0);
  await user.upload(field, picture());
  expect(taken).toEqual([['ich.png'], ['ich.png']]);
});

it('takes all files of one drop', () => {
  const { zone, taken } = show();
  fireEvent.drop(zone, { dataTransfer: { types: ['Files'], files: [picture('a.png'), picture('b.png')] } });
  expect(taken).toEqual([['a.png', 'b.png']]);
});

it('keeps the browser from opening a dragged file', () => {
  const { zone } = show();
  const over = createEvent.dragOver(zone);
  fireEvent(zone, over);
  expect(over.defaultPrevented).toBe(true);
});

it.each([
  ['files', ['Files'], true],
  ['words', ['text/plain'], false],
])('keeps %s that miss the zone from taking the place of the page, as far as they would', (_, types, isKept) => {
  const { taken } = show();
  for (const make of [createEvent.dragOver, createEvent.drop]) {
    const missed = make(document.body, { dataTransfer: { types, files: [] } });
    fireEvent(document.body, missed);
    expect(missed.defaultPrevented).toBe(isKept);
  }
  expect(taken).toEqual([]);
});

it('is reachable by keyboard and names its file types', async () => {
  const { user, field } = show();
  await user.tab();
  expect(field).toHaveFocus();
  expect(field).toHaveAccessibleDescription('Höchstens 8 MB.');
});
