import { AVATAR_MAX_BYTES, deleteAvatar, getMe, uploadAvatar } from '@mahlzeit/contract';
import { aUser } from '@mahlzeit/contract/fixtures';
import { useAccount } from '@mahlzeit/shared-ui/platform';
import { answer, neverRespond, refuse, renderWithShell, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { EditPicture } from './edit-picture-screen';

const OLD_PICTURE_URL = '/media/avatar/alt.webp';
const NEW_PICTURE_URL = '/media/avatar/neu.webp';
const FORMAT_ERROR_TEXT = 'Dieses Format geht nicht. Nimm genau eine Bilddatei: JPEG, PNG, WebP oder GIF.';

const CurrentAccountPicture = () => {
  const account = useAccount();
  return account === null ? null : <EditPicture account={account} />;
};
const renderScreen = (photoURL: string | null, ...answers: ScenarioAnswer[]) =>
  renderWithShell(<CurrentAccountPicture />, { session: 'verified', account: { photoURL }, answers });
// In jsdom a `File` has no `arrayBuffer` method, so the test adds one.
const createFile = (fileName: string, mimeType: string, byteCount = 3) =>
  Object.assign(new File([new Uint8Array(byteCount)], fileName, { type: mimeType }), {
    arrayBuffer: () => Promise.resolve(new ArrayBuffer(byteCount)),
  });
const pngFile = createFile('ich.png', 'image/png');
const pictureFileField = () => screen.getByLabelText(/^Dein Bild/);
const dropFiles = (...files: File[]) =>
  fireEvent.drop(screen.getByText('Bild auswählen oder hierher ziehen'), { dataTransfer: { types: ['Files'], files } });
const saveButton = () => screen.getByRole('button', { name: 'Bild übernehmen' });
const shownPictureUrl = (container: HTMLElement) => container.querySelector('img')?.getAttribute('src');

beforeEach(() => {
  jest.spyOn(URL, 'createObjectURL').mockReturnValue('blob:vorschau');
  jest.spyOn(URL, 'revokeObjectURL').mockReturnValue();
});
afterEach(() => void jest.restoreAllMocks());

it('previews a chosen picture, and shows it everywhere after the upload', async () => {
  const { user, shell, container } = renderScreen(
    null,
    answer(uploadAvatar, { photoURL: NEW_PICTURE_URL }),
    answer(getMe, aUser({ photoURL: NEW_PICTURE_URL })),
  );
  await user.upload(pictureFileField(), pngFile);
  expect(screen.getByRole('img', { name: 'So sieht dein neues Bild aus' })).toHaveAttribute('src', 'blob:vorschau');
  expect(shell.requests).toEqual([]);
  await user.click(saveButton());
  await waitFor(() =>
    expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Dein Profilbild ist gespeichert.' }]),
  );
  expect(shell.session.get()).toMatchObject({ account: { photoURL: NEW_PICTURE_URL } });
  expect(shownPictureUrl(container)).toBe(NEW_PICTURE_URL);
  expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:vorschau');
});

it('replaces a chosen picture by another one', async () => {
  const { user, shell } = renderScreen(null);
  dropFiles(pngFile);
  await user.click(await screen.findByRole('button', { name: 'Anderes Bild wählen' }));
  expect(pictureFileField()).toBeInTheDocument();
  expect(shell.requests).toEqual([]);
});

it.each([
  ['two files', [pngFile, createFile('b.png', 'image/png')]],
  ['an SVG', [createFile('ich.svg', 'image/svg+xml')]],
  ['a HEIC', [createFile('ich.heic', 'image/heic')]],
  ['a file of no known kind', [createFile('ich', '')]],
  ['no file', []],
])('U07 refuses %s with a text', async (_caseName, files) => {
  const { shell } = renderScreen(null);
  dropFiles(...files);
  await waitFor(() => expect(pictureFileField()).toHaveAccessibleDescription(FORMAT_ERROR_TEXT));
  expect(shell.requests).toEqual([]);
});

it('checks the size before the request', async () => {
  const { shell } = renderScreen(null);
  dropFiles(createFile('gross.jpg', 'image/jpeg', AVATAR_MAX_BYTES + 1));
  await waitFor(() =>
    expect(pictureFileField()).toHaveAccessibleDescription(
      'Dieses Bild ist zu groß. Nimm eins mit höchstens 8\u00A0MB.',
    ),
  );
  dropFiles(createFile('voll.jpg', 'image/jpeg', AVATAR_MAX_BYTES));
  expect(await screen.findByRole('button', { name: 'Bild übernehmen' })).toBeInTheDocument();
  expect(shell.requests).toEqual([]);
});

it('U07 refuses a file that is no picture, in the browser or at the gateway', async () => {
  const { user } = renderScreen(null, refuse(uploadAvatar, 'unsupportedMediaType'));
  dropFiles(pngFile);
  fireEvent.error(await screen.findByRole('img', { name: 'So sieht dein neues Bild aus' }));
  await waitFor(() => expect(pictureFileField()).toHaveAccessibleDescription(FORMAT_ERROR_TEXT));
  dropFiles(pngFile);
  await user.click(await screen.findByRole('button', { name: 'Bild übernehmen' }));
  await waitFor(() => expect(pictureFileField()).toHaveAccessibleDescription(FORMAT_ERROR_TEXT));
  expect(pictureFileField()).toHaveFocus();
});

it('shows the running upload, sends one request, and prevents a reload', async () => {
  const { user, shell } = renderScreen(null, neverRespond(uploadAvatar));
  dropFiles(pngFile);
  await user.dblClick(await screen.findByRole('button', { name: 'Bild übernehmen' }));
  expect(await screen.findByRole('status')).toHaveTextContent('Dein Bild wird hochgeladen.');
  expect(screen.queryByRole('button', { name: 'Anderes Bild wählen' })).not.toBeInTheDocument();
  expect(shell.requests).toEqual(['POST /api/users/avatar']);
  expect(shell.recorded.reloadHolds).toBe(1);
});

it('asks for patience after too many pictures', async () => {
  const { user, shell } = renderScreen(OLD_PICTURE_URL, refuse(uploadAvatar, 'ErrorTooManyAttempts'));
  await user.click(screen.getByRole('button', { name: 'Anderes Bild wählen' }));
  dropFiles(pngFile);
  await user.click(await screen.findByRole('button', { name: 'Bild übernehmen' }));
  await waitFor(() =>
    expect(shell.recorded.snackbars).toMatchObject([
      { tone: 'error', text: 'Zu viele Versuche. Warte einen Moment und versuche es dann noch einmal.' },
    ]),
  );
});

it('keeps the choice when the upload fails', async () => {
  const { user, shell } = renderScreen(OLD_PICTURE_URL, failAsUnreachable(uploadAvatar));
  await user.click(screen.getByRole('button', { name: 'Anderes Bild wählen' }));
  dropFiles(pngFile);
  await user.click(await screen.findByRole('button', { name: 'Bild übernehmen' }));
  await waitFor(() =>
    expect(shell.recorded.snackbars).toMatchObject([
      { tone: 'error', text: 'Keine Verbindung. Prüfe dein Internet und versuche es noch einmal.' },
    ]),
  );
  await waitFor(() => expect(saveButton()).not.toHaveAttribute('aria-disabled'));
  expect(shell.session.get()).toMatchObject({ account: { photoURL: OLD_PICTURE_URL } });
});

it('reports a failed upload when the file was deleted meanwhile', async () => {
  const { user, shell } = renderScreen(null);
  dropFiles(
    Object.assign(createFile('weg.png', 'image/png'), {
      arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')),
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Bild übernehmen' }));
  await waitFor(() => expect(shell.recorded.snackbars).toMatchObject([{ tone: 'error' }]));
  expect(shell.requests).toEqual([]);
});

describe('the current picture', () => {
  const otherPictureButton = () => screen.getByRole('button', { name: 'Anderes Bild wählen' });

  it('shows alone until the user wants another one', async () => {
    const { user, container } = renderScreen(OLD_PICTURE_URL);
    expect(shownPictureUrl(container)).toBe(OLD_PICTURE_URL);
    expect(screen.queryByLabelText(/^Dein Bild/)).not.toBeInTheDocument();
    await user.click(otherPictureButton());
    expect(pictureFileField()).toHaveFocus();
    expect(shownPictureUrl(container)).toBeUndefined();
    await user.click(screen.getByRole('button', { name: 'Bisheriges Bild behalten' }));
    expect(shownPictureUrl(container)).toBe(OLD_PICTURE_URL);
    expect(otherPictureButton()).toHaveFocus();
  });

  it('stays when a new file is refused and the user keeps it', async () => {
    const { user, container } = renderScreen(OLD_PICTURE_URL);
    await user.click(otherPictureButton());
    dropFiles(createFile('ich.svg', 'image/svg+xml'));
    await waitFor(() => expect(pictureFileField()).toHaveAccessibleDescription(FORMAT_ERROR_TEXT));
    await user.click(screen.getByRole('button', { name: 'Bisheriges Bild behalten' }));
    expect(shownPictureUrl(container)).toBe(OLD_PICTURE_URL);
    await user.click(otherPictureButton());
    expect(pictureFileField()).not.toHaveAccessibleDescription(FORMAT_ERROR_TEXT);
  });

  it('is replaced by the new one', async () => {
    const { user, container } = renderScreen(
      OLD_PICTURE_URL,
      answer(uploadAvatar, { photoURL: NEW_PICTURE_URL }),
      answer(getMe, aUser({ photoURL: NEW_PICTURE_URL })),
    );
    await user.click(otherPictureButton());
    dropFiles(pngFile);
    await user.click(await screen.findByRole('button', { name: 'Bild übernehmen' }));
    await waitFor(() => expect(shownPictureUrl(container)).toBe(NEW_PICTURE_URL));
    expect(otherPictureButton()).toHaveFocus();
  });

  const deleteButton = () => screen.getByRole('button', { name: 'Bild löschen' });

  it('is removed after a question, with its button', async () => {
    const { user, shell } = renderScreen(OLD_PICTURE_URL, answer(deleteAvatar, {}), answer(getMe, aUser()));
    shell.answerNextAlert('delete');
    await user.click(deleteButton());
    await waitFor(() =>
      expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Dein Profilbild ist gelöscht.' }]),
    );
    expect(screen.queryByRole('button', { name: 'Bild löschen' })).not.toBeInTheDocument();
    expect(pictureFileField()).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Bisheriges Bild behalten' })).not.toBeInTheDocument();
  });

  it.each(['keep', null])('stays after the answer %s', async (alertChoice) => {
    const { user, shell } = renderScreen(OLD_PICTURE_URL);
    shell.answerNextAlert(alertChoice);
    await user.click(deleteButton());
    expect(shell.requests).toEqual([]);
    expect(shell.recorded.alerts).toHaveLength(1);
  });

  it('stays when the deletion fails', async () => {
    const { user, shell } = renderScreen(OLD_PICTURE_URL, refuse(deleteAvatar, 'internal'));
    shell.answerNextAlert('delete');
    await user.click(deleteButton());
    await waitFor(() =>
      expect(shell.recorded.snackbars).toMatchObject([
        { tone: 'error', text: 'Dein Bild ließ sich nicht löschen. Versuch es noch einmal.' },
      ]),
    );
    expect(deleteButton()).toBeInTheDocument();
  });

  it('has no delete button when there is none', () => {
    renderScreen(null);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});
