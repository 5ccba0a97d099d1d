import * as z from '@mahlzeit/contract/zod';

/** Shape of an icon: elements of an SVG of 24 by 24 pixels, each with its attributes. */
export const IconShape = z.array(
  z.object({
    /** Name of the SVG element, for example `path`. */
    tag: z.string(),
    /** Attributes of the SVG element, by name. */
    attributes: z.record(z.string(), z.string()),
  }),
);
export type IconShape = z.infer<typeof IconShape>;

/** Entry of the drawer that leads to a screen of a remote. */
export const RemoteDrawerEntry = z.object({
  /** Key of the screen to which the drawer entry leads. */
  screen: z.string(),
  /**
   * Users who may open the screen. For other users the drawer entry opens the login or the verification of the e-mail
   * address, or it is hidden.
   */
  access: z.enum(['anyone', 'notLoggedIn', 'loggedIn', 'verified']),
  /** Text of this entry in the drawer. */
  label: z.string(),
  /** Icon of the drawer entry, as elements of an SVG. */
  icon: IconShape,
  /** Section of the drawer in which the entry stands. */
  section: z.enum(['account', 'service']),
  /** Position within the drawer's section, the lowest first. Entries with equal positions are ordered by key. */
  order: z.number(),
  /**
   * Name of a number that the shell computes and shows beside the drawer entry, for example of unread chats; null for
   * no number. A shell that doesn't know the name shows no number.
   */
  count: z.nullable(z.string()),
  /**
   * Name of a URL that a deployment may configure. Where it does, the drawer entry leads to that URL instead of the
   * screen.
   */
  replacedBy: z.nullable(z.string()),
});
export type RemoteDrawerEntry = z.infer<typeof RemoteDrawerEntry>;

/**
 * Event that closes a notification. `shown`: the notification's announcement has left the screen; `visited`: the user
 * visits the notification's target.
 */
export const NotificationEnd = z.enum(['shown', 'visited']);
export type NotificationEnd = z.infer<typeof NotificationEnd>;

/** Titles, drawer entries and notification kinds of one remote. A page reads them with its first screen or drawer. */
export const RemoteEntries = z.object({
  /** Titles of the browser tab, by screen key. */
  titles: z.record(z.string(), z.string()),
  /** Entries that the remote adds to the drawer. */
  drawer: z.array(RemoteDrawerEntry),
  /** Event that closes a notification which leads to the remote, by the notification's kind. */
  notifications: z.record(z.string(), NotificationEnd),
  /**
   * Beginnings of the app's addresses (hashes without #) at which the user sees another person's news, so that no
   * announcement is shown there; `*` stands for any parameter. Earlier releases omit the field.
   */
  quiet: z.optional(z.array(z.string())),
});
export type RemoteEntries = z.infer<typeof RemoteEntries>;

/**
 * Data block that follows the content of the shell's HTML page: titles, drawer entries and notification kinds of each
 * remote, in the registry's order.
 */
export const PageEntries = z.array(RemoteEntries);
export type PageEntries = z.infer<typeof PageEntries>;

/**
 * Data block after the content of the shell's HTML page: absolute paths of the scripts that a modal screen loads when
 * it opens, by the screen's key. Scripts that the page loads at its start are left out.
 */
export const ScreenScripts = z.record(z.string(), z.array(z.string()));
export type ScreenScripts = z.infer<typeof ScreenScripts>;
