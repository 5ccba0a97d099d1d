import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ImagePlus } from 'lucide-react';
import { FileField } from './file-field';

const pictureFile = (fileName = 'ich.png') => new File(['x'], fileName, { type: 'image/png' });

const renderFileField = () => {
  const receivedFileNames: string[][] = [];
  render(
    <FileField
      label="Profilbild"
      actionText="Bild auswählen"
      icon={ImagePlus}
      hint="Höchstens 8 MB."
      onFiles={(files) => void receivedFileNames.push(files.map(({ name }) => name))}
    />,
  );
  return {
    taken: receivedFileNames,
    field: screen.getByLabelText(/^Profilbild/),
    zone: screen.getByText('Bild auswählen'),
    user: userEvent.setup(),
  };
};

it('takes a chosen file, also the same one again', async () => {
  const { user, field, taken } = renderFileField();
  await user.upload(field, pictureFile());
  expect(field).toHaveProperty('files.length', 0);
  await user.upload(field, pictureFile());
  expect(taken).toEqual([['ich.png'], ['ich.png']]);
});

it('takes all files of one drop', () => {
  const { zone, taken } = renderFileField();
  fireEvent.drop(zone, { dataTransfer: { types: ['Files'], files: [pictureFile('a.png'), pictureFile('b.png')] } });
  expect(taken).toEqual([['a.png', 'b.png']]);
});

it('keeps the browser from opening a dragged file', () => {
  const { zone } = renderFileField();
  const dragOverEvent = createEvent.dragOver(zone);
  fireEvent(zone, dragOverEvent);
  expect(dragOverEvent.defaultPrevented).toBe(true);
});

it.each([
  ['files', ['Files'], true],
  ['words', ['text/plain'], false],
])(
  'keeps %s that miss the zone from taking the place of the page, as far as they would',
  (_, transferTypes, isDefaultPrevented) => {
    const { taken } = renderFileField();
    for (const createDragEvent of [createEvent.dragOver, createEvent.drop]) {
      const missedDragEvent = createDragEvent(document.body, { dataTransfer: { types: transferTypes, files: [] } });
      fireEvent(document.body, missedDragEvent);
      expect(missedDragEvent.defaultPrevented).toBe(isDefaultPrevented);
    }
    expect(taken).toEqual([]);
  },
);

it('is reachable by keyboard and names its file types', async () => {
  const { user, field } = renderFileField();
  await user.tab();
  expect(field).toHaveFocus();
  expect(field).toHaveAccessibleDescription('Höchstens 8 MB.');
});
