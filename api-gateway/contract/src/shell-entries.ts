import * as z from '@mahlzeit/contract/zod';

/** Shape of an icon: elements of an SVG of 24 by 24, each with its attributes. */
export const IconShape = z.array(
  z.object({
    /** Name of the SVG element. */
    tag: z.string(),
    /** Attributes of the element. */
    attributes: z.record(z.string(), z.string()),
  }),
);
export type IconShape = z.infer<typeof IconShape>;

/** Entry of the drawer that leads to a screen of a remote. */
export const RemoteDrawerEntry = z.object({
  /** Key of the screen. */
  screen: z.string(),
  /** Users who may open the screen; the drawer leads all others to the missing step. */
  access: z.enum(['anyone', 'notLoggedIn', 'loggedIn', 'verified']),
  /** Text of the entry. */
  label: z.string(),
  /** Icon of the entry. */
  icon: IconShape,
  /** Block of the drawer. */
  section: z.enum(['account', 'service']),
  /** Position within the block, the lowest first; of equal ones the key decides. */
  order: z.number(),
  /** Name of the shell's count that the entry shows. A shell that doesn't know the name shows none. */
  count: z.nullable(z.string()),
  /** Name of the deployment's address that replaces the screen where the deployment has one. */
  replacedBy: z.nullable(z.string()),
});
export type RemoteDrawerEntry = z.infer<typeof RemoteDrawerEntry>;

/** Event that closes a notification: its announcement has left the screen, or the user visits its target. */
export const NotificationEnd = z.enum(['shown', 'visited']);
export type NotificationEnd = z.infer<typeof NotificationEnd>;

/** Titles, drawer entries and notification kinds of one remote. A page reads them with its first screen or drawer. */
export const RemoteEntries = z.object({
  /** Title of the tab, by screen key. */
  titles: z.record(z.string(), z.string()),
  /** Entries of the drawer. */
  drawer: z.array(RemoteDrawerEntry),
  /** End of the notifications that lead to the remote, by kind. */
  notifications: z.record(z.string(), NotificationEnd),
});
export type RemoteEntries = z.infer<typeof RemoteEntries>;

/** Data block of the shell's HTML behind the page's content: the entries of each remote, in the registry's order. */
export const PageEntries = z.array(RemoteEntries);
export type PageEntries = z.infer<typeof PageEntries>;
