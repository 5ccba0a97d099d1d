import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ImagePlus } from 'lucide-react';
import { FileField } from './file-field';

const picture = (name = 'ich.png') => new File(['x'], name, { type: 'image/png' });

const renderPart = () => {
  const receivedNames: string[][] = [];
  render(
    <FileField
      label="Profilbild"
      actionText="Bild auswählen"
      icon={ImagePlus}
      hint="Höchstens 8 MB."
      onFiles={(files) => void receivedNames.push(files.map(({ name }) => name))}
    />,
  );
  return {
    taken: receivedNames,
    field: screen.getByLabelText(/^Profilbild/),
    zone: screen.getByText('Bild auswählen'),
    user: userEvent.setup(),
  };
};

it('takes a chosen file, also the same one again', async () => {
  const { user, field, taken } = renderPart();
  await user.upload(field, picture());
  expect(field).toHaveProperty('files.length', 0);
  await user.upload(field, picture());
  expect(taken).toEqual([['ich.png'], ['ich.png']]);
});

it('takes all files of one drop', () => {
  const { zone, taken } = renderPart();
  fireEvent.drop(zone, { dataTransfer: { types: ['Files'], files: [picture('a.png'), picture('b.png')] } });
  expect(taken).toEqual([['a.png', 'b.png']]);
});

it('keeps the browser from opening a dragged file', () => {
  const { zone } = renderPart();
  const dragOverEvent = createEvent.dragOver(zone);
  fireEvent(zone, dragOverEvent);
  expect(dragOverEvent.defaultPrevented).toBe(true);
});

it.each([
  ['files', ['Files'], true],
  ['words', ['text/plain'], false],
])('keeps %s that miss the zone from taking the place of the page, as far as they would', (_, types, isKept) => {
  const { taken } = renderPart();
  for (const make of [createEvent.dragOver, createEvent.drop]) {
    const missedDrop = make(document.body, { dataTransfer: { types, files: [] } });
    fireEvent(document.body, missedDrop);
    expect(missedDrop.defaultPrevented).toBe(isKept);
  }
  expect(taken).toEqual([]);
});

it('is reachable by keyboard and names its file types', async () => {
  const { user, field } = renderPart();
  await user.tab();
  expect(field).toHaveFocus();
  expect(field).toHaveAccessibleDescription('Höchstens 8 MB.');
});
