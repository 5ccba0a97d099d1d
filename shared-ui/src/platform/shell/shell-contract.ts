import type { Coordinate, Deployment, Offer, Restaurant } from '@mahlzeit/contract';
import type { ComponentType, ReactNode } from 'react';
import type { ApiClient } from '../session/api-client';
import type { ShellClock } from '../browser/clock';
import type { LiveClient } from '../live/live-client';
import type { SessionClient } from '../session/session-client';
import type { SessionView } from '../session/session-state';
import type { AppStore } from '../store/store';

export type { Deployment } from '@mahlzeit/contract';
export type { ShellClock } from '../browser/clock';
export type { SessionView } from '../session/session-state';

/** Version of this contract between shell and remotes; a remote declares the range that it was built for. */
export const SHELL_CONTRACT_VERSION = '3.9.0';

/** Users who may open a screen (Design §2). */
export type ScreenAccess = 'anyone' | 'notLoggedIn' | 'loggedIn' | 'verified';

/** Props of every screen component. `params` are the decoded hash segments after the screen's key. */
export interface ScreenProps {
  readonly params: readonly string[];
  readonly shell: ShellApi;
  /**
   * Renders the fallback of a screen that throws during rendering; `retry` renders the screen again. Without it, the
   * platform's own fallback.
   */
  renderFailure?(retry: () => void): ReactNode;
}

/** Result of `defineScreen`: the single-spa lifecycles that the shell's parcel host mounts. */
export interface ScreenModule {
  readonly bootstrap: unknown;
  readonly mount: unknown;
  readonly unmount: unknown;
  readonly update: unknown;
}

/** Screen of a remote. `main` is the page itself, `modal` is opened by the hash. */
export interface ScreenDeclaration {
  readonly key: string;
  readonly region: 'main' | 'modal';
  readonly access: ScreenAccess;
  /**
   * Validates the address. False: the shell ignores the address like an unknown key. Called once the session is known
   * and may enter, and again for other parameters or another user. While a promise is pending, a loading sheet shows;
   * when it rejects or takes too long, an error with a retry button.
   */
  isValid?(params: readonly string[], session: SessionView, shell: ShellApi): boolean | Promise<boolean>;
  load(): Promise<{ default: ScreenModule }>;
}

/** Names and props of the components that one remote offers inside another's tree. */
export interface SlotProps {
  /** Offered by discovery in the shell's top frame: place, search, filter. */
  'frame/search': Record<string, never>;
  /** Offered by ordering for each meal of the restaurant page. */
  'meal/actions': {
    readonly restaurantKey: string;
    /** Part of the address of the restaurant's page. */
    readonly routingName: string;
    readonly mealKey: string;
    readonly mealName: string;
    /** Meal as the page shows it. */
    readonly offer: Offer;
    readonly isOrderable: boolean;
    /** Reason why nothing can be added now: too late for today. Dishes in the cart can still be removed. */
    readonly disabledReason?: string;
    /** Called by a press on „add“ while there is a reason: the page shows the reason beside the dish. */
    readonly onRefused?: () => void;
  };
  /** Offered by ordering: the cart of the restaurant page. Renders nothing for an empty cart. */
  'restaurant/cart': {
    readonly restaurantKey: string;
    /** Part of the page's address. */
    readonly routingName: string;
    /** Restaurant as the page shows it, live. */
    readonly restaurant: Restaurant;
    /** Position: over the lower edge of a phone's page, or beside the menu. */
    readonly layout: 'bar' | 'side';
    /** Whether the address names the open cart: `details/{routingName}/cart`. */
    readonly startsOpen: boolean;
    /** Part of the open cart in the address, with a name of ordering's: `details/{routingName}/cart/{part}`. */
    readonly part: string | null;
    /**
     * Scrolls the menu to the dishes of a meal type, by its key, and moves the focus there; to the start of the menu
     * when there are none today. Closes everything above the page first.
     */
    readonly showMealType: (mealTypeKey: string) => void;
  };
  /** Offered by social: share and invite. */
  'restaurant/social': {
    readonly restaurantKey: string;
    readonly routingName: string;
    readonly restaurantName: string;
  };
}

/** Name of a slot. */
export type SlotName = keyof SlotProps;

/** Values of a return from a payment provider. They don't tell the outcome: the gateway is asked (S2§4). */
export type PaymentReturn =
  /** Return from PayPal, by its `token`. `payerId` null: not approved, or the address was cut off. */
  | { readonly kind: 'paypal'; readonly token: string; readonly payerId: string | null }
  /** Return from the bank's page for a payment by card: the pay-in. */
  | { readonly kind: 'card'; readonly transactionId: string }
  /** Return from the bank's page for a new card. */
  | { readonly kind: 'cardRegistration'; readonly preAuthorizationId: string };

/** Initial values of an invitation's draft; the user is asked for the missing ones. */
export interface DraftStart {
  readonly restaurantKey?: string;
  /** ISO 8601 with offset. */
  readonly date?: string;
  readonly isTakeAway?: boolean;
  /** Whether the invitation is meant for the cart of that restaurant. */
  readonly forCart?: boolean;
  /** Target of saving and Back: the value of `navigation.current()` at the start of the draft. */
  readonly origin: ScreenAddress | null;
}

/** Names, inputs and outputs of the commands that one remote may run in another. */
export interface Commands {
  /**
   * Shows the call-to-action alert to users without an account or a verified e-mail; returns whether the caller may
   * continue.
   */
  'account/callToAction': {
    readonly input: { readonly reason: 'invite' | 'order' | 'other' };
    readonly output: { readonly mayGoOn: boolean };
  };
  /** Opens the form for a new password with the token of a mailed link. The token stays only in memory. */
  'account/resetPassword': { readonly input: { readonly token: string }; readonly output: Record<string, never> };
  /**
   * Puts an invitation into the cart of its restaurant and opens the restaurant's page; `hasStarted` false: the
   * invitation can't be ordered for, and the diner was told why (S2§4). With `isForCart` the invitation was just
   * created for that cart: no guest needs to have accepted yet, and the page stays.
   */
  'ordering/startFromInvitation': {
    readonly input: { readonly invitationKey: string; readonly isForCart?: boolean };
    readonly output: { readonly hasStarted: boolean };
  };
  /**
   * Continues a payment after the provider has sent the diner back. The shell runs it once for each return; a
   * repetition has the same result.
   */
  'ordering/paymentReturn': { readonly input: PaymentReturn; readonly output: Record<string, never> };
  /**
   * Starts the draft of an invitation and opens its first screen; `hasStarted` false: the diner may not invite, and was
   * told why.
   */
  'social/startDraft': { readonly input: DraftStart; readonly output: { readonly hasStarted: boolean } };
  /**
   * Discards the draft of an invitation, after a question if something would be lost; `goesOn`: the diner keeps the
   * draft.
   */
  'social/discardDraft': { readonly input: Record<string, never>; readonly output: { readonly goesOn: boolean } };
  /** Returns the centre of the diner's list: searches elsewhere measure distances from there. Null while unknown. */
  'discovery/place': { readonly input: Record<string, never>; readonly output: { readonly at: Coordinate | null } };
  /**
   * Shows a place on the map beside the list, with its full name on the pin, whether it is in the list or not; null
   * removes it. The list's own selection stays. Does nothing where the map replaces the list.
   */
  'discovery/showPlace': {
    readonly input: { readonly restaurant: Restaurant | null };
    readonly output: Record<string, never>;
  };
  /**
   * Connects a verified member with the owner of a connection link, by its code. The shell runs it above the screen
   * `addcontacts`, once for each link.
   */
  'social/connect': { readonly input: { readonly code: string }; readonly output: Record<string, never> };
  /**
   * Sends the messages that an earlier page left under `UNSENT_MESSAGES`. The shell runs it when the key holds
   * something; a call during the sending does nothing.
   */
  'social/resumeSending': { readonly input: Record<string, never>; readonly output: Record<string, never> };
}

/** Storage name, under `userStorageKey`, of a user's unsent messages in social. */
export const UNSENT_MESSAGES = 'unsentMessages';

/** Name of a command. */
export type CommandName = keyof Commands;

/** Handler that a remote's command module exports by default. */
export type CommandHandler<N extends CommandName> = (
  input: Commands[N]['input'],
  shell: ShellApi,
) => Promise<Commands[N]['output']>;

/** Declaration of a remote: its screens, slots and commands, each loaded on demand. */
export interface RemoteDeclaration {
  /** Name of the remote, which is also the name of its folder. */
  readonly name: `mf-${string}`;
  /** Semver range of SHELL_CONTRACT_VERSION. */
  readonly contract: string;
  readonly screens: readonly ScreenDeclaration[];
  readonly slots: { readonly [N in SlotName]?: () => Promise<{ default: ComponentType<SlotProps[N]> }> };
  readonly commands: { readonly [N in CommandName]?: () => Promise<{ default: CommandHandler<N> }> };
}

/**
 * Content of the hash: the key of a modal screen and its decoded parameters. Plain values, so that it can be stored.
 */
export interface ScreenAddress {
  readonly key: string;
  readonly params: readonly string[];
}

/** Modal navigation by hash. Segments are passed decoded; the router encodes them. */
export interface Navigation {
  /** Returns the address of the present modal, to return there: `open(key, ...params)`. Null: only the page. */
  current(): ScreenAddress | null;
  /** Pushes one history entry: `open('details', 'mensa-arcisstrasse')`. */
  open(key: string, ...params: readonly string[]): void;
  /** Replaces the current history entry. */
  replace(key: string, ...params: readonly string[]): void;
  /** Clears the hash. */
  close(): void;
  /** Goes `steps` entries back, but never out of the app: it then closes the modal. */
  back(steps?: number): void;
  /** Returns the address as a link target: `#details/mensa-arcisstrasse`. */
  hrefOf(key: string, ...params: readonly string[]): string;
  /** Whether some remote declares this modal screen: menu entries that lead there are hidden otherwise. */
  has(key: string): boolean;
}

/** Message at the top centre. Errors stay until they are closed, other messages leave after five seconds. */
export interface SnackbarMessage {
  readonly text: string;
  readonly tone?: 'neutral' | 'success' | 'error' | 'offline';
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** Request for an alert dialog, which resolves with the id of the chosen action, or null when it was dismissed. */
export interface AlertRequest {
  readonly title: string;
  readonly text: string;
  readonly actions: readonly {
    readonly id: string;
    readonly label: string;
    readonly tone: 'safe' | 'primary' | 'danger';
  }[];
  /** Default true. False: Escape and a press on the backdrop do nothing. */
  readonly isDismissable?: boolean;
  /**
   * Topic of the alert. While an alert of the same topic is open, a later one replaces its text, and both get one
   * answer.
   */
  readonly about?: string;
}

/** Resolves slots and commands of other remotes. */
export interface RemoteResolver {
  loadSlot<N extends SlotName>(name: N): Promise<ComponentType<SlotProps[N]>>;
  runCommand<N extends CommandName>(name: N, input: Commands[N]['input']): Promise<CommandOutcome<N>>;
}

/** Outcome of a command: its output, or `unavailable` when its remote can't be loaded. */
export type CommandOutcome<N extends CommandName> =
  { readonly ok: true; readonly value: Commands[N]['output'] } | { readonly ok: false; readonly error: 'unavailable' };

/** Purposes that need the diner's consent before data leaves the page. */
export type ConsentPurpose = 'analytics' | 'errorReports' | 'googleMaps';

/** Consent of the diner, stored in this browser. */
export interface Consent {
  /** Purposes of this deployment; when empty, nobody is asked. */
  readonly purposes: readonly ConsentPurpose[];
  /** Returns the allowed purposes; null until the diner has decided. */
  get(): readonly ConsentPurpose[] | null;
  /** Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Allows these purposes and forbids all others; at any time. */
  decide(purposes: readonly ConsentPurpose[]): void;
}

/** API of the shell for every screen, slot and command. Versioned by SHELL_CONTRACT_VERSION. */
export interface ShellApi {
  readonly session: SessionClient;
  readonly store: AppStore;
  readonly live: LiveClient;
  /** Calls the gateway outside of the query cache. */
  readonly apiClient: ApiClient;
  readonly navigation: Navigation;
  readonly clock: ShellClock;
  readonly remotes: RemoteResolver;
  readonly deployment: Deployment;
  readonly consent: Consent;
  snackbar(message: SnackbarMessage): void;
  alert(request: AlertRequest): Promise<string | null>;
  /** Shows the busy sign while `work` runs longer than 300 ms. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Logs an event: `show_{screen}` and the other events of the specification. */
  logEvent(name: string, parameters?: Readonly<Record<string, string | number>>): void;
  openDrawer(): void;
  /**
   * Sets the tab's title while the modal screen shows, instead of the label of its key. Returns a function that removes
   * the title.
   */
  nameScreen(name: string): () => void;
  /**
   * Prevents automatic reloads of the page while a payment or a draft is open. Returns a function that ends the hold.
   * Typed text needs no hold.
   */
  holdReload(): () => void;
  /** Reports that the main screen shows its content, or an error: the prerendered view is dismissed. */
  mainReady(): void;
}

/** Declares a remote: the default export of its `src/remote.ts`. */
export const defineRemoteDeclaration = (declaration: RemoteDeclaration): RemoteDeclaration => declaration;
