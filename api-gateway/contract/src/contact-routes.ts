import * as z from '@mahlzeit/contract/zod';
import { BlockedUser, Contact, ContactGroup, Person } from './contact';
import { defineRoute } from './route';
import { CONNECTION_CODE_MIN_LENGTH, IMPORT_MAX_EMAILS, NAME_MAX_LENGTH } from './limits';
import { cleanName } from './typed-text';
import { Empty, Key, LookupKey } from './values';

/** Most people that one request names. */
const PEOPLE_AT_ONCE = 200;

const People = z.array(Key).check(z.maxLength(PEOPLE_AT_ONCE));

/** People who become contacts, or are none any more. */
export const ContactKeys = z.object({
  /** Their uids. */
  contacts: People,
});
export type ContactKeys = z.infer<typeof ContactKeys>;

/** The contacts that a request has made, as they are now. */
export const AddedContacts = z.object({
  /** Everybody who was named, also who was a contact before. */
  contacts: z.array(Contact),
});
export type AddedContacts = z.infer<typeof AddedContacts>;

/** Addresses of an address book. */
export const ContactImport = z.object({
  /** As they stand there; what is no address is passed over. */
  emails: z.array(z.string().check(z.maxLength(320))).check(z.maxLength(IMPORT_MAX_EMAILS)),
});
export type ContactImport = z.infer<typeof ContactImport>;

/** What came of an import; it never tells which address has an account. */
export const ImportOutcome = z.object({
  /** How many visible, verified, unblocked people became contacts who were none before. */
  added: z.int(),
});
export type ImportOutcome = z.infer<typeof ImportOutcome>;

/** The caller's contacts, by name. */
export const getContacts = defineRoute({
  name: 'getContacts',
  method: 'GET',
  path: '/api/contacts',
  access: 'loggedIn',
  answer: z.array(Contact),
  errors: [],
});

/**
 * Makes people contacts of the caller, one-sided; who is one already stays one, and nobody is one of their own (400).
 */
export const addContacts = defineRoute({
  name: 'addContacts',
  method: 'PATCH',
  path: '/api/contacts/add',
  access: 'verified',
  body: ContactKeys,
  answer: AddedContacts,
  errors: ['ErrorNoUsers', 'notFound', 'uninvitable', 'listFull'],
});

/** Ends contacts of the caller, and their membership in the caller's groups; who is none is passed over. */
export const removeContacts = defineRoute({
  name: 'removeContacts',
  method: 'PATCH',
  path: '/api/contacts/remove',
  access: 'loggedIn',
  body: ContactKeys,
  answer: Empty,
  errors: [],
});

/** Makes people contacts whose e-mail addresses the caller knows. */
export const importContacts = defineRoute({
  name: 'importContacts',
  method: 'PATCH',
  path: '/api/contacts/import',
  access: 'verified',
  body: ContactImport,
  answer: ImportOutcome,
  errors: ['ErrorTooManyAttempts'],
});

/** The caller's groups, by name. */
export const getContactGroups = defineRoute({
  name: 'getContactGroups',
  method: 'GET',
  path: '/api/contactGroups',
  access: 'loggedIn',
  answer: z.array(ContactGroup),
  errors: [],
});

const isShortEnough = (name: string): boolean => [...name].length <= NAME_MAX_LENGTH;

/** A group as its owner writes it. */
export const ContactGroupForm = z.object({
  /** Cleaned of what no name may hold, and never empty; unique among the owner's groups. */
  name: z.pipe(
    z.pipe(z.string().check(z.maxLength(500)), z.transform(cleanName)),
    z.string().check(z.minLength(1), z.refine(isShortEnough)),
  ),
  /** Whether the owner marks it as a favourite. */
  isFavorite: z._default(z.boolean(), false),
  /** Who is in it: contacts of the owner, and whoever is in it already. */
  contacts: People,
});
export type ContactGroupForm = z.infer<typeof ContactGroupForm>;

/** Creates or replaces a group of the caller; its key is chosen by the client and scoped to its owner. */
export const putContactGroup = defineRoute({
  name: 'putContactGroup',
  method: 'PUT',
  path: '/api/contactGroups/:key',
  access: 'verified',
  params: z.object({
    /** Names the group among those of its owner. */
    key: Key,
  }),
  body: ContactGroupForm,
  answer: ContactGroup,
  errors: ['ErrorTooFewContacts', 'tooManyMembers', 'notAContact', 'ErrorGroupNameTaken', 'listFull'],
});

/** Removes a group of the caller; one that is not there is gone already. */
export const deleteContactGroup = defineRoute({
  name: 'deleteContactGroup',
  method: 'DELETE',
  path: '/api/contactGroups/:key',
  access: 'verified',
  params: z.object({
    /** Names the group among those of its owner. */
    key: LookupKey,
  }),
  answer: Empty,
  errors: [],
});

/** With whom somebody connects: people, or whoever has a code. */
export const ConnectionRequest = z.union([
  z.object({
    /** Uids of people. */
    users: People,
  }),
  z.object({
    /** As it was read or typed: spaces, hyphens and case don't matter. */
    code: z.string().check(z.trim(), z.minLength(CONNECTION_CODE_MIN_LENGTH), z.maxLength(64)),
  }),
]);
export type ConnectionRequest = z.infer<typeof ConnectionRequest>;

/** Makes people and the caller contacts of each other; nobody connects with themselves (400). */
export const connectUsers = defineRoute({
  name: 'connectUsers',
  method: 'PUT',
  path: '/api/users/connect',
  access: 'verified',
  body: ConnectionRequest,
  answer: AddedContacts,
  errors: ['ErrorNoUsers', 'notFound', 'connectionCodeUnknown', 'uninvitable', 'listFull', 'ErrorTooManyAttempts'],
});

/** People to block. */
export const BlockRequest = z.object({
  /** Their uids. */
  users: People,
});
export type BlockRequest = z.infer<typeof BlockRequest>;

/** People to unblock. */
export const UnblockRequest = z.object({
  /** Their uids; who isn't blocked is passed over. */
  users: People,
  /** Whether they become contacts. */
  addAsContacts: z._default(z.boolean(), false),
});
export type UnblockRequest = z.infer<typeof UnblockRequest>;

/**
 * Blocks people for the caller. They stay contacts, as far as they are, but neither invites or writes to the other any
 * more. Nobody blocks themselves (400).
 */
export const blockUsers = defineRoute({
  name: 'blockUsers',
  method: 'PATCH',
  path: '/api/users/block',
  access: 'verified',
  body: BlockRequest,
  answer: Empty,
  errors: ['ErrorNoUsers', 'notFound', 'listFull'],
});

/** Takes blocks of the caller back; whoever blocks the caller, or has left, becomes no contact. */
export const unblockUsers = defineRoute({
  name: 'unblockUsers',
  method: 'PATCH',
  path: '/api/users/unblock',
  access: 'verified',
  body: UnblockRequest,
  answer: Empty,
  errors: ['ErrorNoUsers'],
});

/** Whom the caller blocks, by name. */
export const getBlockedUsers = defineRoute({
  name: 'getBlockedUsers',
  method: 'GET',
  path: '/api/users/blocked',
  access: 'verified',
  answer: z.array(BlockedUser),
  errors: [],
});

const SearchedName = z.object({
  /** What is looked for in names; case and accents don't matter. */
  text: z.string().check(z.maxLength(200)),
});

/**
 * At most 20 people whom the caller could add: visible ones who are neither contacts nor block or are blocked; less
 * than two characters find nobody.
 */
export const searchContactableUsers = defineRoute({
  name: 'searchContactableUsers',
  method: 'GET',
  path: '/api/search/contactableUsers/:text',
  access: 'verified',
  params: SearchedName,
  answer: z.array(Person),
  errors: ['ErrorTooManyAttempts'],
});

/**
 * At most 20 people whom the caller could block, also who blocks the caller; the invisible ones are found among the
 * caller's contacts alone; less than three characters find nobody.
 */
export const searchBlockableUsers = defineRoute({
  name: 'searchBlockableUsers',
  method: 'GET',
  path: '/api/search/blockableUsers/:text',
  access: 'verified',
  params: SearchedName,
  answer: z.array(Person),
  errors: ['ErrorTooManyAttempts'],
});

const Count = z.pipe(
  z.pipe(z.string().check(z.regex(/^\d{1,2}$/)), z.transform(Number)),
  z.number().check(z.gte(1), z.lte(20)),
);

/** Some people whom the caller could add, drawn anew each time. */
export const getRandomUsers = defineRoute({
  name: 'getRandomUsers',
  method: 'GET',
  path: '/api/search/randomUsers/:count',
  access: 'verified',
  params: z.object({
    /** How many at most, 1 to 20. */
    count: Count,
  }),
  answer: z.array(Person),
  errors: ['ErrorTooManyAttempts'],
});
