import {
  closeNotifications,
  connectUsers,
  createChat,
  getNotifications,
  getRestaurantByRoutingName,
  login,
  patchMe,
  putInvitation,
  register,
  sendChatMessage,
  shareInvitation,
  verifyEmail,
} from '@mahlzeit/contract';
import type { ChatMessageView, Invitation } from '@mahlzeit/contract';
import type { Browser, BrowserContextOptions, Page, WebSocketRoute } from '@playwright/test';
import type { ConsoleErrors } from './console-errors';
import { watchConsoleErrors } from './console-errors';
import { readCodeFromMail, waitForMail } from './sandbox';
import type { Person } from './sign-in';
import { signIn, createPerson } from './sign-in';
import type { World } from './start-world';
import type { Tunnel } from './tunnel';
import { ARCISSTRASSE_POSITION } from './start-world';

/** Verified user with a name. A test sends requests as this user. */
export interface Member extends Person {
  readonly name: string;
  readonly uid: string;
  /** Code with which other users add this member as a contact. */
  readonly code: string;
  readonly token: string;
}

/** Registers a verified member by API calls, without a browser. */
export const registerNamedMember = async (world: Pick<World, 'api' | 'sandboxUrl'>, name: string): Promise<Member> => {
  const { api } = world;
  const person = createPerson(name.split(' ')[0]?.toLowerCase() ?? name);
  const { idToken: token, account } = await api.call(register, {
    body: { ...person, visible: false, policyAccepted: true },
  });
  await api.call(verifyEmail, {
    body: { code: readCodeFromMail(await waitForMail(world, person.email, /^Dein Code/)) },
    token,
  });
  await api.call(patchMe, { body: { displayName: name }, token });
  return { ...person, name, uid: account.uid, code: account.connectionCode ?? '', token };
};

/** Makes the member and each of the other users contacts of each other, with the members' codes. */
export const connectContacts = async (
  { api }: Pick<World, 'api'>,
  { token }: Pick<Member, 'token'>,
  newContacts: readonly Pick<Member, 'code'>[],
): Promise<void> => {
  for (const { code } of newContacts) await api.call(connectUsers, { body: { code }, token });
};

/** Returns the key of a member's chat with the other members. */
export const createChatWith = async (
  { api }: Pick<World, 'api'>,
  { token }: Member,
  otherParticipants: readonly Member[],
): Promise<string> =>
  (await api.call(createChat, { body: { participantKeys: otherParticipants.map(({ uid }) => uid) }, token })).chatId;

/** Sends a chat message by an API call, as another device of its author would. */
export const sendMessage = (
  { api }: Pick<World, 'api'>,
  chatKey: string,
  { token }: Member,
  messageText: string,
): Promise<ChatMessageView> =>
  api.call(sendChatMessage, { params: { chatKey }, body: { content: messageText }, token });

/** Restaurant and time of a meetup. */
interface MeetupDetails {
  /** Routing name of the restaurant where the meetup takes place. */
  readonly at: string;
  /** Start of the meetup, ISO 8601 with offset. */
  readonly date: string;
}

/**
 * Invites people to a meetup by an API call, as another device of the owner would. The guests must be contacts of the
 * owner or share a chat with them.
 */
export const inviteGuests = async (
  { api }: Pick<World, 'api'>,
  { token }: Pick<Member, 'token'>,
  guests: readonly Pick<Member, 'uid'>[],
  { at, date }: MeetupDetails,
): Promise<Invitation> => {
  const { key } = await api.call(getRestaurantByRoutingName, { params: { routingName: at }, token });
  return api.call(putInvitation, {
    body: { date, restaurant: key, attendees: guests.map(({ uid }) => uid), isTakeAway: false },
    token,
  });
};

/** Closes all notifications of a user by API calls, because they would appear above any screen. */
export const closeAnnouncements = async ({ api }: Pick<World, 'api'>, { email, password }: Person): Promise<void> => {
  const { idToken: token } = await api.call(login, { body: { email, password } });
  const openNotifications = await api.call(getNotifications, { token });
  await api.call(closeNotifications, { body: { keys: openNotifications.map(({ key }) => key), closed: true }, token });
};

/** Returns the token at the end of an invitation's shared link. */
export const readLinkToken = async (
  { api }: Pick<World, 'api'>,
  { token }: Pick<Member, 'token'>,
  { key }: Invitation,
): Promise<string> => (await api.call(shareInvitation, { params: { id: key }, token })).url.split('/').at(-1) ?? '';

/** Browser that shows the product. A test can cut its network. */
export interface Device {
  readonly page: Page;
  readonly consoleErrors: ConsoleErrors;
  /** Cuts the browser off from the network: open connections break, and new connections fail. */
  cut(): Promise<void>;
  /** Connects the browser to the network again. */
  restoreNetwork(): Promise<void>;
  close(): Promise<void>;
}

interface DeviceOptions {
  readonly world: Pick<World, 'url'>;
  readonly viewport: NonNullable<BrowserContextOptions['viewport']>;
  /** User who is signed in on the device; without it the device's user is anonymous. */
  readonly member?: Person;
  /**
   * Tunnel to the gateway. With a tunnel, `cut` breaks the network without closing any connection, as real networks
   * break.
   */
  readonly tunnel?: Tunnel;
}

/** Opens a new device: a browser context that shares nothing with any other. */
export const openDevice = async (
  playwrightBrowser: Browser,
  { world, viewport, member, tunnel }: DeviceOptions,
): Promise<Device> => {
  const context = await playwrightBrowser.newContext({
    baseURL: world.url,
    // Chromium connects to addresses of its own machine without a proxy unless this setting lists them.
    ...(tunnel === undefined ? {} : { proxy: { server: tunnel.proxyUrl, bypass: '<-loopback>' } }),
    viewport,
    geolocation: ARCISSTRASSE_POSITION,
    permissions: ['geolocation'],
  });
  await context.addInitScript(
    "if (location.protocol !== 'about:') localStorage.setItem('mahlzeit.downloadOffered', '1')",
  );
  if (member !== undefined) await signIn(context, member);
  const consoleErrors = watchConsoleErrors(context);
  const liveSockets: WebSocketRoute[] = [];
  if (tunnel === undefined) {
    await context.routeWebSocket(/\/live$/, (liveSocket) => {
      // Without handlers, the Playwright route forwards all WebSocket messages. The route is needed because an open
      // WebSocket would survive `setOffline`.
      liveSockets.push(liveSocket, liveSocket.connectToServer());
    });
  }
  return {
    page: await context.newPage(),
    consoleErrors,
    async cut() {
      if (tunnel !== undefined) {
        consoleErrors.expect(
          /WebSocket connection to|ERR_CONNECTION_(RESET|CLOSED)|ERR_SOCKET_NOT_CONNECTED|ERR_EMPTY_RESPONSE|ERR_(SOCKS|PROXY)_CONNECTION_FAILED/,
        );
        tunnel.block();
        return;
      }
      consoleErrors.expect(/ERR_INTERNET_DISCONNECTED/);
      await context.setOffline(true);
      for (const liveSocket of liveSockets.splice(0)) await liveSocket.close();
    },
    async restoreNetwork() {
      if (tunnel === undefined) await context.setOffline(false);
      else tunnel.unblock();
    },
    async close() {
      await context.close();
      await tunnel?.close();
    },
  };
};
