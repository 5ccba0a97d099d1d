import { AVATAR_MAX_BYTES, deleteAvatar, getMe, uploadAvatar } from '@mahlzeit/contract';
import { aUser } from '@mahlzeit/contract/fixtures';
import { useAccount } from '@mahlzeit/shared-ui/platform';
import { answer, neverRespond, refuse, renderWithShell, unreachable } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { EditPicture } from './edit-picture-screen';

const OLD = '/media/avatar/alt.webp';
const NEW = '/media/avatar/neu.webp';
const FORMAT = 'Dieses Format geht nicht. Nimm genau eine Bilddatei: JPEG, PNG, WebP oder GIF.';

const Shown = () => {
  const account = useAccount();
  return account === null ? null : <EditPicture account={account} />;
};
const render = (photoURL: string | null, ...answers: ScenarioAnswer[]) =>
  renderWithShell(<Shown />, { session: 'verified', account: { photoURL }, answers });
// In jsdom a `File` has no `arrayBuffer` method, so the test adds one.
const file = (name: string, type: string, size = 3) =>
  Object.assign(new File([new Uint8Array(size)], name, { type }), {
    arrayBuffer: () => Promise.resolve(new ArrayBuffer(size)),
  });
const png = file('ich.png', 'image/png');
const field = () => screen.getByLabelText(/^Dein Bild/);
const drop = (...files: File[]) =>
  fireEvent.drop(screen.getByText('Bild auswählen oder hierher ziehen'), { dataTransfer: { types: ['Files'], files } });
const saveButton = () => screen.getByRole('button', { name: 'Bild übernehmen' });
const pictureUrl = (container: HTMLElement) => container.querySelector('img')?.getAttribute('src');

beforeEach(() => {
  jest.spyOn(URL, 'createObjectURL').mockReturnValue('blob:vorschau');
  jest.spyOn(URL, 'revokeObjectURL').mockReturnValue();
});
afterEach(() => void jest.restoreAllMocks());

it('previews a chosen picture, and shows it everywhere after the upload', async () => {
  const { user, shell, container } = render(
    null,
    answer(uploadAvatar, { photoURL: NEW }),
    answer(getMe, aUser({ photoURL: NEW })),
  );
  await user.upload(field(), png);
  expect(screen.getByRole('img', { name: 'So sieht dein neues Bild aus' })).toHaveAttribute('src', 'blob:vorschau');
  expect(shell.requests).toEqual([]);
  await user.click(saveButton());
  await waitFor(() =>
    expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Dein Profilbild ist gespeichert.' }]),
  );
  expect(shell.session.get()).toMatchObject({ account: { photoURL: NEW } });
  expect(pictureUrl(container)).toBe(NEW);
  expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:vorschau');
});

it('replaces a chosen picture by another one', async () => {
  const { user, shell } = render(null);
  drop(png);
  await user.click(await screen.findByRole('button', { name: 'Anderes Bild wählen' }));
  expect(field()).toBeInTheDocument();
  expect(shell.requests).toEqual([]);
});

it.each([
  ['two files', [png, file('b.png', 'image/png')]],
  ['an SVG', [file('ich.svg', 'image/svg+xml')]],
  ['a HEIC', [file('ich.heic', 'image/heic')]],
  ['a file of no known kind', [file('ich', '')]],
  ['no file', []],
])('U07 refuses %s with a text', async (_, files) => {
  const { shell } = render(null);
  drop(...files);
  await waitFor(() => expect(field()).toHaveAccessibleDescription(FORMAT));
  expect(shell.requests).toEqual([]);
});

it('checks the size before the request', async () => {
  const { shell } = render(null);
  drop(file('gross.jpg', 'image/jpeg', AVATAR_MAX_BYTES + 1));
  await waitFor(() =>
    expect(field()).toHaveAccessibleDescription('Dieses Bild ist zu groß. Nimm eins mit höchstens 8\u00A0MB.'),
  );
  drop(file('voll.jpg', 'image/jpeg', AVATAR_MAX_BYTES));
  expect(await screen.findByRole('button', { name: 'Bild übernehmen' })).toBeInTheDocument();
  expect(shell.requests).toEqual([]);
});

it('U07 refuses a file that is no picture, in the browser or at the gateway', async () => {
  const { user } = render(null, refuse(uploadAvatar, 'unsupportedMediaType'));
  drop(png);
  fireEvent.error(await screen.findByRole('img', { name: 'So sieht dein neues Bild aus' }));
  await waitFor(() => expect(field()).toHaveAccessibleDescription(FORMAT));
  drop(png);
  await user.click(await screen.findByRole('button', { name: 'Bild übernehmen' }));
  await waitFor(() => expect(field()).toHaveAccessibleDescription(FORMAT));
  expect(field()).toHaveFocus();
});

it('shows the running upload, sends one request, and prevents a reload', async () => {
  const { user, shell } = render(null, neverRespond(uploadAvatar));
  drop(png);
  await user.dblClick(await screen.findByRole('button', { name: 'Bild übernehmen' }));
  expect(await screen.findByRole('status')).toHaveTextContent('Dein Bild wird hochgeladen.');
  expect(screen.queryByRole('button', { name: 'Anderes Bild wählen' })).not.toBeInTheDocument();
  expect(shell.requests).toEqual(['POST /api/users/avatar']);
  expect(shell.recorded.reloadHolds).toBe(1);
});

it('asks for patience after too many pictures', async () => {
  const { user, shell } = render(OLD, refuse(uploadAvatar, 'ErrorTooManyAttempts'));
  await user.click(screen.getByRole('button', { name: 'Anderes Bild wählen' }));
  drop(png);
  await user.click(await screen.findByRole('button', { name: 'Bild übernehmen' }));
  await waitFor(() =>
    expect(shell.recorded.snackbars).toMatchObject([
      { tone: 'error', text: 'Zu viele Versuche. Warte einen Moment und versuche es dann noch einmal.' },
    ]),
  );
});

it('keeps the choice when the upload fails', async () => {
  const { user, shell } = render(OLD, unreachable(uploadAvatar));
  await user.click(screen.getByRole('button', { name: 'Anderes Bild wählen' }));
  drop(png);
  await user.click(await screen.findByRole('button', { name: 'Bild übernehmen' }));
  await waitFor(() =>
    expect(shell.recorded.snackbars).toMatchObject([
      { tone: 'error', text: 'Dein Bild ließ sich nicht hochladen. Versuch es noch einmal.' },
    ]),
  );
  await waitFor(() => expect(saveButton()).not.toHaveAttribute('aria-disabled'));
  expect(shell.session.get()).toMatchObject({ account: { photoURL: OLD } });
});

it('reports a failed upload when the file was deleted meanwhile', async () => {
  const { user, shell } = render(null);
  drop(
    Object.assign(file('weg.png', 'image/png'), {
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
    const { user, container } = render(OLD);
    expect(pictureUrl(container)).toBe(OLD);
    expect(screen.queryByLabelText(/^Dein Bild/)).not.toBeInTheDocument();
    await user.click(otherPictureButton());
    expect(field()).toHaveFocus();
    expect(pictureUrl(container)).toBeUndefined();
    await user.click(screen.getByRole('button', { name: 'Bisheriges Bild behalten' }));
    expect(pictureUrl(container)).toBe(OLD);
    expect(otherPictureButton()).toHaveFocus();
  });

  it('stays when a new file is refused and the user keeps it', async () => {
    const { user, container } = render(OLD);
    await user.click(otherPictureButton());
    drop(file('ich.svg', 'image/svg+xml'));
    await waitFor(() => expect(field()).toHaveAccessibleDescription(FORMAT));
    await user.click(screen.getByRole('button', { name: 'Bisheriges Bild behalten' }));
    expect(pictureUrl(container)).toBe(OLD);
    await user.click(otherPictureButton());
    expect(field()).not.toHaveAccessibleDescription(FORMAT);
  });

  it('is replaced by the new one', async () => {
    const { user, container } = render(
      OLD,
      answer(uploadAvatar, { photoURL: NEW }),
      answer(getMe, aUser({ photoURL: NEW })),
    );
    await user.click(otherPictureButton());
    drop(png);
    await user.click(await screen.findByRole('button', { name: 'Bild übernehmen' }));
    await waitFor(() => expect(pictureUrl(container)).toBe(NEW));
    expect(otherPictureButton()).toHaveFocus();
  });

  const remove = () => screen.getByRole('button', { name: 'Bild löschen' });

  it('is removed after a question, with its button', async () => {
    const { user, shell } = render(OLD, answer(deleteAvatar, {}), answer(getMe, aUser()));
    shell.answerNextAlert('delete');
    await user.click(remove());
    await waitFor(() =>
      expect(shell.recorded.snackbars).toMatchObject([{ tone: 'success', text: 'Dein Profilbild ist gelöscht.' }]),
    );
    expect(screen.queryByRole('button', { name: 'Bild löschen' })).not.toBeInTheDocument();
    expect(field()).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Bisheriges Bild behalten' })).not.toBeInTheDocument();
  });

  it.each(['keep', null])('stays after the answer %s', async (choice) => {
    const { user, shell } = render(OLD);
    shell.answerNextAlert(choice);
    await user.click(remove());
    expect(shell.requests).toEqual([]);
    expect(shell.recorded.alerts).toHaveLength(1);
  });

  it('stays when the deletion fails', async () => {
    const { user, shell } = render(OLD, unreachable(deleteAvatar));
    shell.answerNextAlert('delete');
    await user.click(remove());
    await waitFor(() =>
      expect(shell.recorded.snackbars).toMatchObject([
        { tone: 'error', text: 'Dein Bild ließ sich nicht löschen. Versuch es noch einmal.' },
      ]),
    );
    expect(remove()).toBeInTheDocument();
  });

  it('has no delete button when there is none', () => {
    render(null);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});
