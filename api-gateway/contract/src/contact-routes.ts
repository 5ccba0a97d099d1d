import * as z from '@mahlzeit/contract/zod';
import { BlockedUser, Contact, ContactGroup, Person } from './contact';
import { defineRoute } from './route';
import { CONNECTION_CODE_MIN_LENGTH, IMPORT_MAX_EMAILS, NAME_MAX_LENGTH, SEARCH_TEXT_MAX_LENGTH } from './limits';
import { atMostCharacters, MAX_UNCLEANED_LENGTH } from './text-limits';
import { cleanName } from './typed-text';
import { Empty, Key, LookupKey } from './values';

const MAX_REQUESTED_PEOPLE = 200;

const PeopleKeys = z.array(Key).check(z.maxLength(MAX_REQUESTED_PEOPLE));

/** People to add to the contacts or to remove from them. */
export const ContactKeys = z.object({
  /** Uids of the people, at most 200. */
  contacts: PeopleKeys,
});
export type ContactKeys = z.infer<typeof ContactKeys>;

/** Contacts that a request has added, in their present state. */
export const AddedContacts = z.object({
  /** Everybody in the request, including people who were contacts before the request. */
  contacts: z.array(Contact),
});
export type AddedContacts = z.infer<typeof AddedContacts>;

/** E-mail addresses from an address book, whose owners become contacts of the caller. */
export const ContactImport = z.object({
  /**
   * E-mail addresses as typed in the address book. Invalid addresses are skipped. Fewer than five distinct ones are
   * refused (400), because the answer would tell who has an account.
   */
  emails: z.array(z.string().check(z.maxLength(320))).check(z.maxLength(IMPORT_MAX_EMAILS)),
});
export type ContactImport = z.infer<typeof ContactImport>;

/** Result of an import of contacts. The result doesn't reveal which e-mail address has an account. */
export const ImportOutcome = z.object({
  /** Number of visible, verified, unblocked people who became contacts and were not contacts before. */
  added: z.int(),
});
export type ImportOutcome = z.infer<typeof ImportOutcome>;

/** Returns the caller's contacts, ordered by name. */
export const getContacts = defineRoute({
  name: 'getContacts',
  method: 'GET',
  path: '/api/contacts',
  access: 'loggedIn',
  answer: z.array(Contact),
  errors: [],
});

/**
 * Adds people to the caller's contacts; the caller doesn't become a contact of these people. A person who is a contact
 * already stays one. The caller's own uid is refused (400).
 */
export const addContacts = defineRoute({
  name: 'addContacts',
  method: 'PATCH',
  path: '/api/contacts/add',
  access: 'verified',
  body: ContactKeys,
  answer: AddedContacts,
  errors: ['ErrorNoUsers', 'notFound', 'uninvitable', 'listFull', 'ErrorTooManyAttempts'],
});

/** Removes people from the caller's contacts and groups. Skips people who are not contacts. */
export const removeContacts = defineRoute({
  name: 'removeContacts',
  method: 'PATCH',
  path: '/api/contacts/remove',
  access: 'loggedIn',
  body: ContactKeys,
  answer: Empty,
  errors: [],
});

/** Adds people to the caller's contacts by their e-mail addresses. */
export const importContacts = defineRoute({
  name: 'importContacts',
  method: 'PATCH',
  path: '/api/contacts/import',
  access: 'verified',
  body: ContactImport,
  answer: ImportOutcome,
  errors: ['ErrorTooManyAttempts'],
});

/** Returns the caller's groups, ordered by name. */
export const getContactGroups = defineRoute({
  name: 'getContactGroups',
  method: 'GET',
  path: '/api/contactGroups',
  access: 'loggedIn',
  answer: z.array(ContactGroup),
  errors: [],
});

/** Fields of a group that its owner can edit. */
export const ContactGroupForm = z.object({
  /** Name of the group, without forbidden characters, never empty, unique among the owner's groups. */
  name: z.pipe(
    z.pipe(z.string().check(z.maxLength(MAX_UNCLEANED_LENGTH)), z.transform(cleanName)),
    z.string().check(z.minLength(1), ...atMostCharacters(NAME_MAX_LENGTH)),
  ),
  /** Whether the owner marks the group as a favourite. */
  isFavorite: z._default(z.boolean(), false),
  /**
   * Uids of the members, at least two. Each must be a contact of the owner or already a member. A group that has shrunk
   * below two members may stay smaller, as long as the request removes no contact from it.
   */
  contacts: PeopleKeys,
});
export type ContactGroupForm = z.infer<typeof ContactGroupForm>;

/** Creates or replaces a group of the caller. The client chooses the key, which is scoped to its owner. */
export const putContactGroup = defineRoute({
  name: 'putContactGroup',
  method: 'PUT',
  path: '/api/contactGroups/:key',
  access: 'verified',
  params: z.object({
    /** Key of the group, unique only among the groups of its owner. */
    key: Key,
  }),
  body: ContactGroupForm,
  answer: ContactGroup,
  errors: ['ErrorTooFewContacts', 'tooManyMembers', 'notAContact', 'ErrorGroupNameTaken', 'listFull'],
});

/** Deletes a group of the caller. A missing group is no error. */
export const deleteContactGroup = defineRoute({
  name: 'deleteContactGroup',
  method: 'DELETE',
  path: '/api/contactGroups/:key',
  access: 'verified',
  params: z.object({
    /** Key of the group, unique only among the groups of its owner. */
    key: LookupKey,
  }),
  answer: Empty,
  errors: [],
});

const ConnectionCode = z.string().check(z.trim(), z.minLength(CONNECTION_CODE_MIN_LENGTH), z.maxLength(64));

/** People with whom the caller connects: people given by uid, or one person given by a connection code. */
export const ConnectionRequest = z.union([
  z.object({
    /** Uids of the people to connect with. Each must hold the caller as a contact already. */
    users: PeopleKeys,
  }),
  z.object({
    /** Connection code as typed. Spaces, hyphens and case don't matter. */
    code: ConnectionCode,
  }),
]);
export type ConnectionRequest = z.infer<typeof ConnectionRequest>;

/**
 * Makes the caller and other people contacts of each other. A code connects with anybody; uids only with people who
 * hold the caller as a contact already (403 `notAContact`). The caller's own uid is refused (400).
 */
export const connectUsers = defineRoute({
  name: 'connectUsers',
  method: 'PUT',
  path: '/api/users/connect',
  access: 'verified',
  body: ConnectionRequest,
  answer: AddedContacts,
  errors: [
    'ErrorNoUsers',
    'notFound',
    'connectionCodeUnknown',
    'notAContact',
    'uninvitable',
    'listFull',
    'ErrorTooManyAttempts',
  ],
});

/** Sender of a connection link, without other personal data. */
export const ConnectionSender = z.object({
  /** First name; empty for a sender without a name. Never taken from an e-mail address. */
  firstName: z.string(),
});
export type ConnectionSender = z.infer<typeof ConnectionSender>;

/**
 * Returns who has sent a connection link, so that the page can name the sender to a visitor without an account. Each IP
 * address may call this route 30 times a minute. Blocks don't change the answer.
 */
export const getConnectionSender = defineRoute({
  name: 'getConnectionSender',
  method: 'GET',
  path: '/api/users/connect/:code',
  access: 'any',
  params: z.object({
    /** Connection code, as the link contains it. */
    code: ConnectionCode,
  }),
  answer: ConnectionSender,
  errors: ['connectionCodeUnknown', 'ErrorTooManyAttempts'],
});

/** People whom the caller wants to block. */
export const BlockRequest = z.object({
  /** Uids of the people, at most 200. */
  users: PeopleKeys,
});
export type BlockRequest = z.infer<typeof BlockRequest>;

/** People whom the caller wants to unblock. */
export const UnblockRequest = z.object({
  /** Uids of the people. People who are not blocked are skipped. */
  users: PeopleKeys,
  /** Whether the people also become contacts of the caller when they are unblocked. */
  addAsContacts: z._default(z.boolean(), false),
});
export type UnblockRequest = z.infer<typeof UnblockRequest>;

/**
 * Blocks people for the caller. Existing contacts stay, but neither side can invite the other or write to them any
 * more. The caller's own uid is refused (400).
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

/**
 * Unblocks people whom the caller blocks. A person who blocks the caller, or whose account was deleted, does not become
 * a contact.
 */
export const unblockUsers = defineRoute({
  name: 'unblockUsers',
  method: 'PATCH',
  path: '/api/users/unblock',
  access: 'verified',
  body: UnblockRequest,
  answer: Empty,
  errors: ['ErrorNoUsers'],
});

/** Returns the people whom the caller blocks, ordered by name. */
export const getBlockedUsers = defineRoute({
  name: 'getBlockedUsers',
  method: 'GET',
  path: '/api/users/blocked',
  access: 'verified',
  answer: z.array(BlockedUser),
  errors: [],
});

const NameSearchParams = z.object({
  /** Text to search for in names. Case and accents don't matter. */
  text: z.string().check(...atMostCharacters(SEARCH_TEXT_MAX_LENGTH)),
});

/**
 * Returns at most 20 people whom the caller could add: visible people who are not contacts and where neither blocks the
 * other. A text of less than two characters finds nobody.
 */
export const searchContactableUsers = defineRoute({
  name: 'searchContactableUsers',
  method: 'GET',
  path: '/api/search/contactableUsers/:text',
  access: 'verified',
  params: NameSearchParams,
  answer: z.array(Person),
  errors: ['ErrorTooManyAttempts'],
});

/**
 * Returns at most 20 people whom the caller could block, also people who block the caller. Invisible people are found
 * only among the caller's contacts. A text of less than three characters finds nobody.
 */
export const searchBlockableUsers = defineRoute({
  name: 'searchBlockableUsers',
  method: 'GET',
  path: '/api/search/blockableUsers/:text',
  access: 'verified',
  params: NameSearchParams,
  answer: z.array(Person),
  errors: ['ErrorTooManyAttempts'],
});

const PeopleCount = z.pipe(
  z.pipe(z.string().check(z.regex(/^\d{1,2}$/)), z.transform(Number)),
  z.number().check(z.gte(1), z.lte(20)),
);

/** Returns a random choice of people whom the caller could add. */
export const getRandomUsers = defineRoute({
  name: 'getRandomUsers',
  method: 'GET',
  path: '/api/search/randomUsers/:count',
  access: 'verified',
  params: z.object({
    /** Maximum number of people, 1 to 20. */
    count: PeopleCount,
  }),
  answer: z.array(Person),
  errors: ['ErrorTooManyAttempts'],
});
