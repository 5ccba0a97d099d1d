import type { Account, RemoteDrawerEntry } from '@mahlzeit/contract';
import type { Deployment, ScreenAddress } from '@mahlzeit/shared-ui/platform';
import type { AddressLookup } from '../remotes/registry';

/** Ids of the drawer entries that the shell itself adds (S1§2 "Side drawer"). */
export type OwnEntryId = 'verifyEmail' | 'login' | 'becomePartner' | 'logout';

/** Group of entries in the drawer; `notice` and `signIn` are above the list. */
export type DrawerBlock = 'notice' | 'signIn' | RemoteDrawerEntry['section'];

/** Effect of pressing an entry: opens a screen, follows a link, or logs out. */
export type DrawerTarget =
  | { readonly kind: 'screen'; readonly address: ScreenAddress }
  | { readonly kind: 'link'; readonly href: string }
  | { readonly kind: 'logout' };

/** Drawer entry that this visitor sees: one of the shell, or one that a remote declares. */
export type DrawerEntry = {
  readonly key: string;
  readonly block: DrawerBlock;
  readonly order: number;
  readonly target: DrawerTarget;
} & ({ readonly own: OwnEntryId } | { readonly declared: RemoteDrawerEntry });

/** State that decides which entries the drawer has. */
export interface DrawerSituation {
  /** Account of the visitor; null while the session is unknown or failed. */
  readonly account: Pick<Account, 'loggedIn' | 'verified'> | null;
  readonly deployment: Pick<Deployment, 'helpUrl' | 'partnerSignupUrl'>;
  readonly lookup: AddressLookup;
  /** Entries of the drawer (side menu) that the remotes declare. */
  readonly entries: readonly RemoteDrawerEntry[];
}

type Visitor = 'unknown' | 'anonymous' | 'unverified' | 'verified';

const visitorOf = ({ account }: DrawerSituation): Visitor => {
  if (account === null) return 'unknown';
  if (!account.loggedIn) return 'anonymous';
  return account.verified ? 'verified' : 'unverified';
};

const screenTarget = (address: ScreenAddress | null): DrawerTarget | null =>
  address === null ? null : { kind: 'screen', address };

const linkTarget = (href: string | null): DrawerTarget | null => (href === null ? null : { kind: 'link', href });

/** Returns the URL in the deployment's settings that replaces the screen of an entry; null for none. */
const replacementHrefOf = ({ replacedBy }: RemoteDrawerEntry, { deployment }: DrawerSituation): string | null =>
  replacedBy === 'helpUrl' ? deployment.helpUrl : null;

/**
 * Returns the target of a remote's entry: its screen, or the screen for the visitor's missing step (login or
 * verification). Null hides the entry.
 */
const drawerTargetOf = (entry: RemoteDrawerEntry, situation: DrawerSituation): DrawerTarget | null => {
  const { access, screen } = entry;
  const { address } = situation.lookup;
  const replacementHref = replacementHrefOf(entry, situation);
  if (replacementHref !== null) return linkTarget(replacementHref);
  const screenOfEntry = screenTarget({ key: screen, params: [] });
  if (access === 'anyone') return screenOfEntry;
  switch (visitorOf(situation)) {
    case 'unknown':
      return null;
    case 'anonymous':
      return access === 'notLoggedIn' ? screenOfEntry : screenTarget(address('signIn'));
    case 'unverified':
      if (access === 'notLoggedIn') return null;
      return access === 'verified' ? screenTarget(address('verification')) : screenOfEntry;
    case 'verified':
      return access === 'notLoggedIn' ? null : screenOfEntry;
  }
};

/**
 * Returns the entries that the shell itself adds: id, block, order and target. Entries that this visitor doesn't see
 * have the target null.
 */
const ownEntries = (
  situation: DrawerSituation,
): readonly (readonly [OwnEntryId, DrawerBlock, number, DrawerTarget | null])[] => {
  const visitor = visitorOf(situation);
  const { deployment, lookup } = situation;
  return [
    ['verifyEmail', 'notice', 10, visitor === 'unverified' ? screenTarget(lookup.address('verification')) : null],
    ['login', 'signIn', 10, visitor === 'anonymous' ? screenTarget(lookup.address('signIn')) : null],
    ['becomePartner', 'service', 90, linkTarget(deployment.partnerSignupUrl)],
    ['logout', 'service', 100, visitor === 'unverified' || visitor === 'verified' ? { kind: 'logout' } : null],
  ];
};

const compareOrder = (firstEntry: DrawerEntry, secondEntry: DrawerEntry): number =>
  firstEntry.order - secondEntry.order || (firstEntry.key < secondEntry.key ? -1 : 1);

/** Returns the entries that the visitor sees, sorted by their order within a block. */
export const drawerEntries = (situation: DrawerSituation): readonly DrawerEntry[] =>
  [
    ...ownEntries(situation).flatMap(([own, block, order, target]): DrawerEntry[] =>
      target === null ? [] : [{ key: own, own, block, order, target }],
    ),
    ...situation.entries.flatMap((declaredEntry): DrawerEntry[] => {
      const target = drawerTargetOf(declaredEntry, situation);
      const { screen: key, section: block, order } = declaredEntry;
      return target === null ? [] : [{ key, declared: declaredEntry, block, order, target }];
    }),
  ].sort(compareOrder);
