import type { NotificationEnd } from '@mahlzeit/contract';
import type { IconName } from 'lucide-react/dynamic';

/**
 * Addresses that the shell opens by itself. `login` and `verification` are the detours of users who lack an account or
 * a verified address; `connection` takes the code of a connection link as its parameter.
 */
export type ReservedName =
  'signIn' | 'login' | 'verification' | 'privacy' | 'imprint' | 'consent' | 'download' | 'connection';

/** Counts that the shell computes from the user's live data. */
export type WaitingCount = 'unreadChats' | 'unansweredInvitations';

/** Place of a screen in the drawer. The entry's text is the screen's title, its visitors are those of the screen. */
interface DrawerPlace {
  readonly section: 'account' | 'service';
  /** The lowest first; of equal ones the screen's key decides. */
  readonly order: number;
  /** Name of an icon of lucide. */
  readonly icon: IconName;
  readonly count?: WaitingCount;
  /** Address of the deployment that replaces the screen where the deployment has one. */
  readonly replacedBy?: 'helpUrl';
}

/** Data of a modal screen that the shell shows before it has loaded the screen. */
export interface ScreenEntry<Text extends string = string> {
  /** Title of the tab: a key of the texts. */
  readonly title: Text;
  /** Size of the placeholder while the screen loads, where it isn't the regular one. */
  readonly frame?: 'low' | 'wide';
  readonly drawer?: DrawerPlace;
}

/** Data of a remote that the shell needs before it loads the remote. The build writes them into the release. */
export interface ShellEntries<Text extends string = string> {
  /** One entry for each modal screen. */
  readonly screens: Readonly<Record<string, ScreenEntry<Text>>>;
  /** Addresses that the shell opens by itself: the screen's key, then its parameters. */
  readonly reserved?: { readonly [N in ReservedName]?: readonly [key: string, ...params: string[]] };
  /** Screens of shared links, by the first segment of the path: `/{segment}/{parameter}`. */
  readonly paths?: Readonly<Record<string, string>>;
  /** Kinds of notifications that lead to the remote. Kinds that no remote names end once they are shown. */
  readonly notifications?: Readonly<Record<string, NotificationEnd>>;
}

/** Declares the entries of a remote: the default export of its `src/shell-entries/index.ts`. Inserts the texts. */
export const defineShellEntries = <const Texts extends Readonly<Record<string, string>>>(
  texts: Texts,
  entries: ShellEntries<keyof Texts & string>,
): ShellEntries => ({
  ...entries,
  screens: Object.fromEntries(
    Object.entries(entries.screens).map(([key, screen]) => [key, { ...screen, title: texts[screen.title] ?? '' }]),
  ),
});
