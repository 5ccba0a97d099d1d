import { meTopic } from '@mahlzeit/contract';
import { aChat } from '@mahlzeit/contract/fixtures';
import { renderWithShell } from '@mahlzeit/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import { ChatInbox } from './chatinbox-screen';

const renderInbox = (chats = [aChat()]) =>
  renderWithShell(<ChatInbox />, { session: 'verified', topics: { [meTopic]: { chats } } });

it('links to each chat, and to a new one', async () => {
  renderInbox();
  const inboxDialog = within(screen.getByRole('dialog', { name: 'Nachrichten' }));
  expect(await inboxDialog.findByRole('link', { name: 'Mehmet Aydın' })).toHaveAttribute(
    'href',
    '#chatmessages/chat-01',
  );
  expect(inboxDialog.getByRole('link', { name: 'Neue Nachricht' })).toHaveAttribute('href', '#chatcreate');
  expect(inboxDialog.queryByRole('heading', { name: 'Wähle einen Chat aus' })).not.toBeInTheDocument();
});

describe('the inbox on a wide page', () => {
  beforeEach(() => {
    const mediaQueryList = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
    Object.defineProperty(window, 'matchMedia', { configurable: true, value: () => mediaQueryList });
  });
  afterEach(() => Reflect.deleteProperty(window, 'matchMedia'));

  it('shows a placeholder for the chosen chat, which the chat replaces', async () => {
    const { user, shell } = renderInbox();
    const inbox = within(screen.getByRole('dialog', { name: 'Nachrichten' }));
    expect(inbox.getByRole('heading', { name: 'Wähle einen Chat aus' })).toBeVisible();
    expect(inbox.getAllByRole('heading', { name: 'Nachrichten' })).toHaveLength(1);
    await user.click(await inbox.findByRole('link', { name: 'Mehmet Aydın' }));
    expect(shell.recorded.navigation).toEqual([['replace', 'chatmessages', 'chat-01']]);
    await user.keyboard('{Escape}');
    expect(shell.recorded.navigation.at(-1)).toEqual(['close']);
  });

  it('has no placeholder without chats', async () => {
    renderInbox([]);
    expect(await screen.findByText('Noch keine Nachrichten')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Wähle einen Chat aus' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Neue Nachricht' })).toHaveAttribute('href', '#chatcreate');
  });
});
