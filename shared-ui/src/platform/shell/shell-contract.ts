import type { Coordinate, Deployment, Offer, Restaurant } from '@mahlzeit/contract';
import type { ComponentType, ReactNode } from 'react';
import type { ApiClient } from '../session/api-client';
import type { OverlayStack } from '../../ui/overlay-navigation';
import type { ShellClock } from '../browser/clock';
import type { Observable } from '../events/observable';
import type { LiveClient } from '../live/live-client';
import type { SessionClient } from '../session/session-client';
import type { SessionView } from '../session/session-state';
import type { WaitingWrites } from '../offline/waiting-writes';
import type { AppStore } from '../store/store';

export type { Deployment } from '@mahlzeit/contract';
export type { OverlayStack } from '../../ui/overlay-navigation';
export type { ShellClock } from '../browser/clock';
export type { SessionView } from '../session/session-state';

/** Version of this contract between shell and remotes; a remote declares the range that it was built for. */
export const SHELL_CONTRACT_VERSION = '3.15.0';

/** Users who may open a screen (Design §2). */
export type ScreenAccess = 'anyone' | 'notLoggedIn' | 'loggedIn' | 'verified';

/** Props of every screen component. `params` are the decoded hash segments after the screen's key. */
export interface ScreenProps {
  readonly params: readonly string[];
  readonly shell: ShellApi;
  /**
   * Renders the message for a screen that throws during rendering; `retry` renders the screen again. Without this
   * function, the platform renders its own message.
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

/** Screen of a remote. `main` is the content of the page itself; `modal` is opened by the hash of the URL. */
export interface ScreenDeclaration {
  readonly key: string;
  readonly region: 'main' | 'modal';
  readonly access: ScreenAccess;
  /**
   * Returns whether the parameters in the URL are valid. If false, the shell ignores the URL like one with an unknown
   * key. The function is called when the session is known and the user may open the screen, and again after a change of
   * the parameters or the user. While a promise is pending, a loading sheet is visible. When the promise rejects or
   * takes too long, an error with a retry button is visible.
   */
  isValid?(params: readonly string[], session: SessionView, shell: ShellApi): boolean | Promise<boolean>;
  /**
   * Requests the data that the screen shows first, so that it is there when the screen opens. Called when a pointer, a
   * finger or the focus rests on a link to the screen, for users who may open it, perhaps several times. Must not
   * change anything that users see. Errors are ignored, because the screen requests the data again.
   */
  prefetch?(params: readonly string[], shell: ShellApi): void | Promise<void>;
  load(): Promise<{ default: ScreenModule }>;
}

/** Names and props of slots: components that one remote offers to be shown inside of another remote. */
export interface SlotProps {
  /** Offered by the remote mf-discovery for the shell's top bar: search, with the place and the filter. */
  'frame/search': Record<string, never>;
  /**
   * Offered by the remote mf-ordering: the stepper (plus and minus buttons) beside each dish on the restaurant's page.
   * It changes how many pieces are in the cart.
   */
  'meal/actions': {
    readonly restaurantKey: string;
    /** Routing name of the restaurant, which is part of its page's URL. */
    readonly routingName: string;
    readonly mealKey: string;
    readonly mealName: string;
    /** Dish in the state in which the page shows it. */
    readonly offer: Offer;
    readonly isOrderable: boolean;
    /**
     * Reason why no dish can be added now, for example because it is too late for today. Dishes in the cart can still
     * be removed.
     */
    readonly disabledReason?: string;
    /**
     * Called when the user presses „add“ while there is a `disabledReason`. The page then shows the reason beside the
     * dish.
     */
    readonly onRefused?: () => void;
  };
  /** Offered by the remote mf-ordering: the cart on the restaurant's page. Renders nothing if the cart is empty. */
  'restaurant/cart': {
    readonly restaurantKey: string;
    /** Routing name of the restaurant, which is part of its page's URL. */
    readonly routingName: string;
    /** Current state of the restaurant that the page shows. */
    readonly restaurant: Restaurant;
    /** Position of the cart: `bar` at the lower edge of a phone's page, `side` beside the menu. */
    readonly layout: 'bar' | 'side';
    /** Whether the URL opens the cart: `details/{routingName}/cart`. */
    readonly startsOpen: boolean;
    /**
     * Part of the open cart that the URL names: `details/{routingName}/cart/{part}`. The remote mf-ordering defines the
     * names. Null without a part.
     */
    readonly part: string | null;
    /**
     * Scrolls the menu to the dishes of a meal type and moves the focus there. When today has no dishes of this type,
     * scrolls to the start of the menu. Closes everything that is open above the page first.
     */
    readonly showMealType: (mealTypeKey: string) => void;
  };
  /** Offered by the remote mf-social: buttons that share the restaurant and invite people. */
  'restaurant/social': {
    readonly restaurantKey: string;
    readonly routingName: string;
    readonly restaurantName: string;
  };
}

/** Name of a slot: a place in one remote where a component of another remote is shown. */
export type SlotName = keyof SlotProps;

/**
 * Values with which a payment provider sends the user back. They don't tell whether the payment succeeded: the app asks
 * the gateway (S2§4).
 */
export type PaymentReturn =
  /**
   * Return from PayPal, identified by its `token`. `payerId` is null when the user has not approved the payment, or
   * when the URL was shortened.
   */
  | { readonly kind: 'paypal'; readonly token: string; readonly payerId: string | null }
  /** Return from the bank's page after a payment by card; `transactionId` is the id of the payment at the provider. */
  | { readonly kind: 'card'; readonly transactionId: string }
  /** Return from the bank's page after the registration of a new card. */
  | { readonly kind: 'cardRegistration'; readonly preAuthorizationId: string };

/** Initial values of the draft of an invitation. The user is asked for the missing values. */
export interface DraftStart {
  readonly restaurantKey?: string;
  /** Date and time of the meetup, in ISO 8601 with offset. */
  readonly date?: string;
  readonly isTakeAway?: boolean;
  /** Whether the invitation is started from the cart of that restaurant. */
  readonly forCart?: boolean;
  /**
   * Screen to which saving and Back return: the value of `navigation.current()` when the draft was started. Null if no
   * modal screen was open.
   */
  readonly origin: ScreenAddress | null;
}

/** Names, inputs and outputs of the commands that one remote may run in another. */
export interface Commands {
  /**
   * Shows an alert that asks users to create an account or to verify their e-mail address, if they have not done so.
   * Returns whether the caller may continue.
   */
  'account/callToAction': {
    readonly input: { readonly reason: 'invite' | 'order' | 'other' };
    readonly output: { readonly mayGoOn: boolean };
  };
  /** Opens the form for a new password. The token comes from a link in a mail and is kept only in memory. */
  'account/resetPassword': { readonly input: { readonly token: string }; readonly output: Record<string, never> };
  /**
   * Finishes a sign-in at a third party that ran in this window and not in a second window. Either `code` completes it,
   * or `error` is the reason of its failure. The remote has stored its other data in this tab's storage.
   */
  'account/finishSignIn': {
    readonly input: { readonly code: string | null; readonly error: string | null };
    readonly output: Record<string, never>;
  };
  /**
   * Links an invitation to the cart of its restaurant and opens the restaurant's page. `hasStarted` is false if the
   * diner can't order for this invitation; the diner has then seen the reason (S2§4). `isForCart` means that the
   * invitation was just created for this cart: no guest needs to have accepted yet, and the page stays open.
   */
  'ordering/startFromInvitation': {
    readonly input: { readonly invitationKey: string; readonly isForCart?: boolean };
    readonly output: { readonly hasStarted: boolean };
  };
  /**
   * Continues a payment after the provider has sent the diner back. The shell runs this command once for each return.
   * Running it again has the same result.
   */
  'ordering/paymentReturn': { readonly input: PaymentReturn; readonly output: Record<string, never> };
  /**
   * Starts the draft of an invitation and opens its first screen. `hasStarted` is false if the diner isn't allowed to
   * invite people; the diner has then seen the reason.
   */
  'social/startDraft': { readonly input: DraftStart; readonly output: { readonly hasStarted: boolean } };
  /**
   * Deletes the draft of an invitation. Asks the diner first when input would be lost. `goesOn` is true if the diner
   * keeps the draft, so that nothing was deleted.
   */
  'social/discardDraft': { readonly input: Record<string, never>; readonly output: { readonly goesOn: boolean } };
  /**
   * Returns the place around which the diner's list of restaurants searches. Searches in other remotes measure
   * distances from this point. Null while it is unknown.
   */
  'discovery/place': { readonly input: Record<string, never>; readonly output: { readonly at: Coordinate | null } };
  /**
   * Shows a restaurant with its full name on the map beside the list, even if it isn't in the list; null removes it.
   * The selection in the list doesn't change. Does nothing on pages where the map replaces the list.
   */
  'discovery/showPlace': {
    readonly input: { readonly restaurant: Restaurant | null };
    readonly output: Record<string, never>;
  };
  /**
   * Makes a verified member and the owner of a connection link contacts of each other, by the code in the link. The
   * shell runs this command above the screen `addcontacts`, once for each link.
   */
  'social/connect': { readonly input: { readonly code: string }; readonly output: Record<string, never> };
  /**
   * Sends the messages that an earlier page stored under `UNSENT_MESSAGES`. The shell runs this command
   * when there are any. A call while messages are being sent does nothing.
   */
  'social/resumeSending': { readonly input: Record<string, never>; readonly output: Record<string, never> };
}

/**
 * Name under which the remote mf-social stores a user's unsent messages (with `userStorageKey`). Each change fires a
 * `storage` event in this page, too, so that the shell can show that messages wait.
 */
export const UNSENT_MESSAGES = 'unsentMessages';

/** Name of a command that one remote can run in another. */
export type CommandName = keyof Commands;

/** Handler that a remote's command module exports by default. */
export type CommandHandler<N extends CommandName> = (
  input: Commands[N]['input'],
  shell: ShellApi,
) => Promise<Commands[N]['output']>;

/** Declaration of a remote: its screens, slots and commands. Each of them is loaded on demand. */
export interface RemoteDeclaration {
  /** Name of the remote, which is also the name of its folder. */
  readonly name: `mf-${string}`;
  /** Semver range of the values of `SHELL_CONTRACT_VERSION` that the remote supports. */
  readonly contract: string;
  readonly screens: readonly ScreenDeclaration[];
  readonly slots: { readonly [N in SlotName]?: () => Promise<{ default: ComponentType<SlotProps[N]> }> };
  readonly commands: { readonly [N in CommandName]?: () => Promise<{ default: CommandHandler<N> }> };
}

/**
 * Content of the hash in the URL: the key of a modal screen and its decoded parameters. The values can be stored as
 * JSON.
 */
export interface ScreenAddress {
  readonly key: string;
  readonly params: readonly string[];
}

/** Navigation between modal screens by the hash of the URL. Callers pass decoded segments; the router encodes them. */
export interface Navigation {
  /**
   * Returns the address of the visible modal screen; null when only the page is visible. To return to it later, call
   * `open(key, ...params)`.
   */
  current(): ScreenAddress | null;
  /** Opens a modal screen in a new history entry: `open('details', 'mensa-arcisstrasse')`. */
  open(key: string, ...params: readonly string[]): void;
  /** Opens a modal screen in place of the current history entry. */
  replace(key: string, ...params: readonly string[]): void;
  /** Closes the modal screen: clears the hash of the URL. */
  close(): void;
  /** Goes back `steps` history entries. Never leaves the app: closes the modal screen instead. */
  back(steps?: number): void;
  /**
   * Makes the browser's history contain one entry for each open overlay of the visible screen. All other functions
   * leave these entries first, and don't count them. Only the design system calls this function.
   */
  syncOverlays(overlays: OverlayStack): void;
  /** Returns the target of a link to a modal screen: `#details/mensa-arcisstrasse`. */
  hrefOf(key: string, ...params: readonly string[]): string;
  /** Whether a remote declares this modal screen. If not, menu entries for it are hidden. */
  has(key: string): boolean;
}

/**
 * Message at the top centre of the page. Errors stay until the user closes them; other messages disappear after five
 * seconds, those with an action after ten.
 */
export interface SnackbarMessage {
  readonly text: string;
  readonly tone?: 'neutral' | 'success' | 'error';
  readonly action?: { readonly label: string; readonly run: () => void };
}

/**
 * Content of an alert dialog. `alert` resolves with the id of the chosen action; with null when the user dismissed the
 * dialog.
 */
export interface AlertRequest {
  readonly title: string;
  readonly text: string;
  readonly actions: readonly {
    readonly id: string;
    readonly label: string;
    readonly tone: 'safe' | 'primary' | 'danger';
  }[];
  /** Whether Escape and a press on the backdrop close the dialog; true by default. */
  readonly isDismissable?: boolean;
  /**
   * Topic of the alert. If an alert of the same topic is already open, the new alert replaces its text, and both
   * callers get the action that the user chooses.
   */
  readonly about?: string;
}

/** Loads slots and runs commands of other remotes. */
export interface RemoteResolver {
  loadSlot<N extends SlotName>(name: N): Promise<ComponentType<SlotProps[N]>>;
  runCommand<N extends CommandName>(name: N, input: Commands[N]['input']): Promise<CommandOutcome<N>>;
}

/** Result of a command: its output, or `unavailable` when the remote of the command can't be loaded. */
export type CommandOutcome<N extends CommandName> =
  { readonly ok: true; readonly value: Commands[N]['output'] } | { readonly ok: false; readonly error: 'unavailable' };

/** Purposes for which data is sent to others only with the diner's consent. */
export type ConsentPurpose = 'analytics' | 'errorReports' | 'googleMaps';

/** Consent of the diner, which is stored in this browser. */
export interface Consent {
  /** Purposes that this deployment uses. When there are none, the diner isn't asked. */
  readonly purposes: readonly ConsentPurpose[];
  /** Returns the purposes that the diner has allowed; null until the diner has decided. */
  get(): readonly ConsentPurpose[] | null;
  /** Calls the listener after each change of the consent. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Allows these purposes and forbids all others. The diner can decide again at any time. */
  decide(purposes: readonly ConsentPurpose[]): void;
}

/** Functions that the shell offers to every screen, slot and command. SHELL_CONTRACT_VERSION is their version. */
export interface ShellApi {
  readonly session: SessionClient;
  readonly store: AppStore;
  readonly live: LiveClient;
  /** Calls API routes of the gateway directly, without the query cache. */
  readonly apiClient: ApiClient;
  /** Sends writes that may wait for the network. */
  readonly waitingWrites: WaitingWrites;
  readonly navigation: Navigation;
  readonly clock: ShellClock;
  readonly remotes: RemoteResolver;
  readonly deployment: Deployment;
  readonly consent: Consent;
  /**
   * Asks the user whether to install the app on this device; null where the browser doesn't offer that, and once the
   * app is installed.
   */
  readonly installApp: Observable<(() => void) | null>;
  snackbar(message: SnackbarMessage): void;
  alert(request: AlertRequest): Promise<string | null>;
  /** Shows the loading sign if `work` takes longer than 300 ms. Returns the result of `work`. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Logs an event with a name of the specification, for example `show_{screen}`. */
  logEvent(name: string, parameters?: Readonly<Record<string, string | number>>): void;
  openDrawer(): void;
  /**
   * Sets the title of the browser tab while the modal screen is visible, instead of the title that the remote declares
   * for the screen. Returns a function that removes the title.
   */
  nameScreen(name: string): () => void;
  /**
   * Prevents automatic reloads of the page, for example while a payment or a draft is open. Returns a function that
   * allows them again. The shell already protects typed text.
   */
  holdReload(): () => void;
  /**
   * Tells the shell that the main screen shows its content, or an error. The shell then removes the prerendered view.
   */
  mainReady(): void;
}

/** Declares a remote. The result is the default export of its `src/remote.ts`. */
export const defineRemoteDeclaration = (declaration: RemoteDeclaration): RemoteDeclaration => declaration;
