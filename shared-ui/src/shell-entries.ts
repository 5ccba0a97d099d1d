import type { NotificationEnd } from '@mahlzeit/contract';
import type { IconName } from 'lucide-react/dynamic';

/**
 * Names of URLs that the shell resolves itself. Users without an account are sent to `login`, users without a verified
 * e-mail address to `verification`. `naming` asks a new user for their name, before the shell asks for anything else.
 * `connection` has the code of a connection link as its parameter.
 */
export type ReservedScreenName =
  'signIn' | 'login' | 'naming' | 'verification' | 'privacy' | 'imprint' | 'consent' | 'download' | 'connection';

/** Numbers beside a drawer entry. The shell computes them from the user's live data. */
export type WaitingCountName = 'unreadChats' | 'unansweredInvitations';

/**
 * Entry in the drawer that opens a screen. Its text is the title of the screen. It is visible to the users who have
 * access to the screen.
 */
interface DrawerEntry {
  readonly section: 'account' | 'service';
  /** Position in the section: lower numbers come first. Entries with the same number are sorted by the screen's key. */
  readonly order: number;
  /** Name of the icon in the icon set lucide; the build copies the icon's shapes into the release. */
  readonly icon: IconName;
  readonly count?: WaitingCountName;
  /**
   * Setting of the deployment with a URL that is opened instead of the screen. If the deployment has no such URL, the
   * screen is opened.
   */
  readonly replacedBy?: 'helpUrl';
}

/** Data about a modal screen that the shell shows before the screen is loaded. */
export interface ScreenEntry<Text extends string = string> {
  /** Title of the browser tab, as a text key. */
  readonly title: Text;
  /** Size of the placeholder while the screen is loading, if it isn't the normal size. */
  readonly frame?: 'low' | 'wide';
  readonly drawer?: DrawerEntry;
}

/** Data of a remote that the shell needs before it loads the remote. The build writes them into the release. */
export interface ShellEntries<Text extends string = string> {
  /** Data of all modal screens of the remote, by screen key. */
  readonly screens: Readonly<Record<string, ScreenEntry<Text>>>;
  /** Screens of the URLs that the shell resolves itself: the screen's key and its parameters. */
  readonly reserved?: { readonly [N in ReservedScreenName]?: readonly [key: string, ...params: string[]] };
  /** Screens that shared links open, by the first segment of the link's path: `/{segment}/{parameter}`. */
  readonly paths?: Readonly<Record<string, string>>;
  /**
   * Kinds of notifications that lead to this remote, each with the event that closes them. Notifications of all other
   * kinds close after they were shown.
   */
  readonly notifications?: Readonly<Record<string, NotificationEnd>>;
  /**
   * Beginnings of screen addresses, such as that of the cart, on which no notification appears until the user has left
   * the screen: the screen's key and its first parameters, of which `*` stands for any.
   */
  readonly quiet?: readonly (readonly [key: string, ...params: string[]])[];
}

/**
 * Declares the entries of a remote, the default export of its `src/shell-entries/index.ts`. Replaces the text keys by
 * the texts.
 */
export const defineShellEntries = <const Texts extends Readonly<Record<string, string>>>(
  textByKey: Texts,
  shellEntries: ShellEntries<keyof Texts & string>,
): ShellEntries => ({
  ...shellEntries,
  screens: Object.fromEntries(
    Object.entries(shellEntries.screens).map(([screenKey, screenEntry]) => [
      screenKey,
      { ...screenEntry, title: textByKey[screenEntry.title] ?? '' },
    ]),
  ),
});
