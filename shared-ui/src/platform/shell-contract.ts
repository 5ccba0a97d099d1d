import type { Coordinate, Offer, Restaurant } from '@mahlzeit/contract';
import type { ComponentType, ReactNode } from 'react';
import type { ApiClient } from './api-client';
import type { ShellClock } from './clock';
import type { LiveClient } from './live/live-client';
import type { SessionClient } from './session/session-client';
import type { SessionView } from './session/session-state';
import type { AppStore } from './store';

export type { ShellClock } from './clock';
export type { SessionView } from './session/session-state';

/** Version of this contract between shell and remotes; a remote declares the range it was built for. */
export const SHELL_CONTRACT_VERSION = '3.9.0';

/** Who may open a screen (DESIGN §2). */
export type ScreenAccess = 'anyone' | 'notLoggedIn' | 'loggedIn' | 'verified';

/** Parameters that every screen component gets. `params` are the decoded hash segments behind the screen's key. */
export interface ScreenProps {
  readonly params: readonly string[];
  readonly shell: ShellApi;
  /**
   * Draws what stands in for the screen when it throws while rendering; `retry` renders it afresh. Platform's own words
   * without it.
   */
  renderFailure?(retry: () => void): ReactNode;
}

/** What `defineScreen` makes of a component: the single-spa lifecycles that the shell's parcel host mounts. */
export interface ScreenModule {
  readonly bootstrap: unknown;
  readonly mount: unknown;
  readonly unmount: unknown;
  readonly update: unknown;
}

/** One screen of a remote. `region` main is the page itself, modal is opened by the hash. */
export interface ScreenDeclaration {
  readonly key: string;
  readonly region: 'main' | 'modal';
  readonly access: ScreenAccess;
  /**
   * False: the shell ignores the address as if the key were unknown. Asked once the session is known and may enter, and
   * again for other parameters or another user. A promise may answer later: a loading sheet shows meanwhile, and where
   * it rejects or takes too long, an error that offers another try.
   */
  isValid?(params: readonly string[], session: SessionView, shell: ShellApi): boolean | Promise<boolean>;
  load(): Promise<{ default: ScreenModule }>;
}

/** Names and props of the components that one remote offers inside another's tree. */
export interface SlotProps {
  /** Offered by discovery in the shell's top frame: place, search, filter. */
  'frame/search': Record<string, never>;
  /** Offered by ordering behind each meal of the restaurant page. */
  'meal/actions': {
    readonly restaurantKey: string;
    /** In the address of the restaurant's page. */
    readonly routingName: string;
    readonly mealKey: string;
    readonly mealName: string;
    /** The meal as the page shows it. */
    readonly offer: Offer;
    readonly isOrderable: boolean;
    /** Why nothing can be added now: too late for today. What is in the cart can still be taken out. */
    readonly disabledReason?: string;
    /** A press on add while there is a reason: the page shows it beside the dish. */
    readonly onRefused?: () => void;
  };
  /** Offered by ordering: the cart of the restaurant page. Shows nothing while it is empty. */
  'restaurant/cart': {
    readonly restaurantKey: string;
    /** Part of the page's address. */
    readonly routingName: string;
    /** The restaurant as the page shows it, live. */
    readonly restaurant: Restaurant;
    /** Where it stands: over the lower edge of a phone's page, or beside the menu. */
    readonly layout: 'bar' | 'side';
    /** The address asks for the open cart: `details/{routingName}/cart`. */
    readonly startsOpen: boolean;
    /** What of the open cart the address asks for, in ordering's own words: `details/{routingName}/cart/{part}`. */
    readonly part: string | null;
    /**
     * Scrolls the menu below to the dishes of a meal type, by its key, and has the focus go on from there; to the
     * menu's beginning where it has none today. Whatever lies over the page is closed first.
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

/** What somebody comes back from a payment with. It says nothing of how that went: the gateway is asked (S2§4). */
export type PaymentReturn =
  /** From PayPal, by its `token`. `payerId` null: not approved, or the address was cut. */
  | { readonly kind: 'paypal'; readonly token: string; readonly payerId: string | null }
  /** From the bank's page for a payment by card: the pay-in. */
  | { readonly kind: 'card'; readonly transactionId: string }
  /** From the bank's page for a new card. */
  | { readonly kind: 'cardRegistration'; readonly preAuthorizationId: string };

/** What the draft of an invitation begins with; what is left out is asked for. */
export interface DraftStart {
  readonly restaurantKey?: string;
  /** ISO 8601 with offset. */
  readonly date?: string;
  readonly isTakeAway?: boolean;
  /** True: the invitation is meant for the cart of that restaurant. */
  readonly forCart?: boolean;
  /** Where saving and Back lead to: what `navigation.current()` answers where the draft is started. */
  readonly origin: ScreenAddress | null;
}

/** Names, inputs and answers of what one remote may ask another to do. */
export interface Commands {
  /**
   * Shows the call-to-action alert for who lacks an account or a verified e-mail; answers whether the caller may go on.
   */
  'account/callToAction': {
    readonly input: { readonly reason: 'invite' | 'order' | 'other' };
    readonly output: { readonly mayGoOn: boolean };
  };
  /** Asks for a new password by the token of a mailed link, and keeps the token nowhere but in memory. */
  'account/resetPassword': { readonly input: { readonly token: string }; readonly output: Record<string, never> };
  /**
   * Puts an invitation into the cart of its restaurant and opens that place's page; `hasStarted` false: it can't be
   * ordered for, and the diner knows why (S2§4). With `isForCart` it was just made for that cart: nobody needs to have
   * accepted it yet, and the page stays where it is.
   */
  'ordering/startFromInvitation': {
    readonly input: { readonly invitationKey: string; readonly isForCart?: boolean };
    readonly output: { readonly hasStarted: boolean };
  };
  /**
   * Goes on with a payment whose provider has sent the diner back. The shell asks once for each return; repeated, it
   * ends as it did before.
   */
  'ordering/paymentReturn': { readonly input: PaymentReturn; readonly output: Record<string, never> };
  /**
   * Begins the draft of an invitation and opens its first screen; `hasStarted` false: the diner may not invite, and
   * knows why.
   */
  'social/startDraft': { readonly input: DraftStart; readonly output: { readonly hasStarted: boolean } };
  /**
   * Drops the draft of an invitation, after a question where something would be lost with it; `goesOn`: the diner goes
   * on with it.
   */
  'social/discardDraft': { readonly input: Record<string, never>; readonly output: { readonly goesOn: boolean } };
  /** Where the diner looks around: what is searched elsewhere is measured from there. Null while nobody knows. */
  'discovery/place': { readonly input: Record<string, never>; readonly output: { readonly at: Coordinate | null } };
  /**
   * Brings a place into sight on the map beside the list, with its whole name on its pin, whether the list has it or
   * not; null takes it back. The list's own choice stays what it was. Shows nothing where the map stands in the list's
   * place.
   */
  'discovery/showPlace': {
    readonly input: { readonly restaurant: Restaurant | null };
    readonly output: Record<string, never>;
  };
  /**
   * Connects a verified member with whoever gave them the code of a connection link. The shell asks over the screen
   * `addcontacts`, once for each link.
   */
  'social/connect': { readonly input: { readonly code: string }; readonly output: Record<string, never> };
  /**
   * Sends what an earlier page left under `UNSENT_MESSAGES`. The shell asks where it finds something there; asked again
   * while that goes on, it does nothing.
   */
  'social/resumeSending': { readonly input: Record<string, never>; readonly output: Record<string, never> };
}

/** Where, under `userStorageKey`, social keeps a user's unsent messages. */
export const UNSENT_MESSAGES = 'unsentMessages';

/** Name of a command. */
export type CommandName = keyof Commands;

/** The handler that a remote's command module exports by default. */
export type CommandHandler<N extends CommandName> = (
  input: Commands[N]['input'],
  shell: ShellApi,
) => Promise<Commands[N]['output']>;

/** What a remote declares: its screens, slots and commands, each loaded on demand. */
export interface RemoteDeclaration {
  /** Name of the remote, which is also the name of its folder. */
  readonly name: `mf-${string}`;
  /** Semver range of SHELL_CONTRACT_VERSION. */
  readonly contract: string;
  readonly screens: readonly ScreenDeclaration[];
  readonly slots: { readonly [N in SlotName]?: () => Promise<{ default: ComponentType<SlotProps[N]> }> };
  readonly commands: { readonly [N in CommandName]?: () => Promise<{ default: CommandHandler<N> }> };
}

/** What the hash says: the key of a modal screen and its parameters, decoded. Plain values, so that it can be kept. */
export interface ScreenAddress {
  readonly key: string;
  readonly params: readonly string[];
}

/** Modal navigation by hash. Segments are given decoded; the router encodes them. */
export interface Navigation {
  /** The address of the modal that shows now, to lead back to: `open(key, ...params)`. Null: the page alone. */
  current(): ScreenAddress | null;
  /** Pushes one history entry: `open('details', 'mensa-arcisstrasse')`. */
  open(key: string, ...params: readonly string[]): void;
  /** Replaces the current history entry. */
  replace(key: string, ...params: readonly string[]): void;
  /** Clears the hash. */
  close(): void;
  /** Goes `steps` entries back, but never out of the app: then it closes. */
  back(steps?: number): void;
  /** The address as a link target, for real links: `#details/mensa-arcisstrasse`. */
  hrefOf(key: string, ...params: readonly string[]): string;
  /** Whether some remote declares this modal screen: an entry that leads there appears with it. */
  has(key: string): boolean;
}

/** One message at the top centre. Errors stay until closed, everything else leaves after five seconds. */
export interface SnackbarMessage {
  readonly text: string;
  readonly tone?: 'neutral' | 'success' | 'error' | 'offline';
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** An alert dialog; answers the id of the chosen action, or null when it was dismissed. */
export interface AlertRequest {
  readonly title: string;
  readonly text: string;
  readonly actions: readonly {
    readonly id: string;
    readonly label: string;
    readonly tone: 'safe' | 'primary' | 'danger';
  }[];
  /** False: Escape and backdrop do nothing. Default true. */
  readonly isDismissable?: boolean;
  /**
   * What it tells of. As long as one about the same has no answer, a later one says its text in its place, and both get
   * one answer.
   */
  readonly about?: string;
}

/** Resolves slots and commands of other remotes. */
export interface RemoteResolver {
  loadSlot<N extends SlotName>(name: N): Promise<ComponentType<SlotProps[N]>>;
  runCommand<N extends CommandName>(name: N, input: Commands[N]['input']): Promise<CommandOutcome<N>>;
}

/** A command's answer: its output, or `unavailable` when its remote can't be had. */
export type CommandOutcome<N extends CommandName> =
  { readonly ok: true; readonly value: Commands[N]['output'] } | { readonly ok: false; readonly error: 'unavailable' };

/** Addresses and switches the deployment decides (inlined in the HTML). */
export interface Deployment {
  readonly stage: 'dev' | 'beta' | 'prod';
  readonly version: string;
  readonly supportEmail: string;
  readonly paymentSupportEmail: string;
  readonly messengerUrl: string | null;
  readonly partnerSignupUrl: string | null;
  readonly helpUrl: string | null;
  readonly rideServiceUrl: string | null;
  readonly appStoreUrl: string | null;
  readonly playStoreUrl: string | null;
  readonly measurementId: string | null;
  /** Ways of paying that move no real money here. */
  readonly testPayments: readonly ('card' | 'paypal')[];
  /** Whether orders are taken here at all. */
  readonly takesOrders: boolean;
  /** Null: the map is drawn. */
  readonly mapTiles: {
    readonly url: string;
    readonly attribution: string;
    readonly attributionUrl: string | null;
  } | null;
  /**
   * Google's map, for those who agree to it; null: it isn't offered. `isAdmitted`: this page may load it, as its user
   * had agreed before it was asked for.
   */
  readonly googleMaps: { readonly key: string; readonly scriptUrl: string; readonly isAdmitted: boolean } | null;
}

/** What may leave the page for others only with the diner's consent. */
export type ConsentPurpose = 'analytics' | 'errorReports' | 'googleMaps';

/** The diner's consent; kept in this browser. */
export interface Consent {
  /** What this deployment would use consent for; with none there is nothing to ask. */
  readonly purposes: readonly ConsentPurpose[];
  /** The purposes that are allowed; null until the diner has decided. */
  get(): readonly ConsentPurpose[] | null;
  /** Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Allows these and forbids all others; at any time. */
  decide(allowed: readonly ConsentPurpose[]): void;
}

/** What the shell gives every screen, slot and command. Versioned by SHELL_CONTRACT_VERSION. */
export interface ShellApi {
  readonly session: SessionClient;
  readonly store: AppStore;
  readonly live: LiveClient;
  /** Calls of the gateway outside of the query cache. */
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
  /** Event log: `show_{screen}` and the spec's other events. */
  logEvent(name: string, parameters?: Readonly<Record<string, string | number>>): void;
  openDrawer(): void;
  /**
   * The tab's title says this while the modal screen shows, instead of the words for its key. Returns a function that
   * takes the name back.
   */
  nameScreen(name: string): () => void;
  /**
   * The page doesn't load itself anew while a payment or a draft is open. Returns a function that ends the hold. Typed
   * text needs no hold.
   */
  holdReload(): () => void;
  /** The main screen shows its content, or why there is none: the prerendered view is dismissed. */
  mainReady(): void;
}

/** Declares a remote: the default export of its `src/remote.ts`. */
export const defineRemoteDeclaration = (declaration: RemoteDeclaration): RemoteDeclaration => declaration;
