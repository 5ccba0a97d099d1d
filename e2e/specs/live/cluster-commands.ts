import { randomUUID } from 'node:crypto';
import { ChatMessageView, Invitation, InvitationLink } from '@mahlzeit/contract';
import fc from 'fast-check';
import * as z from 'zod/mini';
import type { Companion } from '../../../api-gateway/src/modules/chat/testing/companions';
import type { HttpAnswer } from '../../../api-gateway/src/modules/identity/testing/people';
import { outcomeOf } from '../../../api-gateway/src/modules/identity/testing/people';
import { RESTAURANT_KEY } from '../../../api-gateway/src/modules/invitations/testing/meetups';
import type { Cluster } from './cluster-gateways';
import { GATEWAY_COUNT } from './cluster-gateways';
import type { Meetup, Meetups } from './cluster-meetups';
import { commandArbitrary, performCommand } from './social-commands';
import type { SocialRun } from './social-commands';

/** Three people with their pages and chats on the gateways of a cluster. */
export interface ClusterRun extends SocialRun {
  readonly cluster: Cluster;
  readonly meetups: Meetups;
  /** Returns the URL of a running gateway, which the random seed of the test run chooses. */
  nextUrl(): string;
  /** Number of performed commands, by kind. */
  readonly counts: Map<string, number>;
  /** Messages in the chats that belong to meetups, as `chat author clientKey`. */
  readonly meetupMessages: {
    readonly sent: Set<string>;
    /** Messages of other devices that a gateway has accepted. */
    readonly accepted: Set<string>;
    /** Messages that pages have sent, without the refused ones. */
    readonly onPages: Set<string>;
  };
}

/** Maximum number of meetups in one test run. More meetups would only cost time for their mails. */
const MAX_MEETUPS = 4;
const DAY_MS = 86_400_000;

const personArbitrary = fc.nat({ max: 2 });
const gatewayArbitrary = fc.nat({ max: GATEWAY_COUNT - 1 });
const meetupArbitrary = fc.nat({ max: MAX_MEETUPS - 1 });

const meetupCommandArbitrary = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('arrange' as const), who: personArbitrary, guest: fc.nat({ max: 2 }) }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'join' as const,
        'join' as const,
        'decline' as const,
        'decline' as const,
        'accept' as const,
      ),
      who: personArbitrary,
      meetup: meetupArbitrary,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('openMeetup' as const, 'openMeetup' as const, 'closeMeetup' as const),
      who: personArbitrary,
      meetup: meetupArbitrary,
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constant('sayAtMeetup' as const),
      who: personArbitrary,
      meetup: meetupArbitrary,
      isOnPage: fc.boolean(),
      waits: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('renewContact' as const),
      who: personArbitrary,
      other: personArbitrary,
    }),
  },
);

const faultCommandArbitrary = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('kill' as const), gateway: gatewayArbitrary }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('killAfter' as const),
      gateway: gatewayArbitrary,
      bytes: fc.nat({ max: 6_000 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('start' as const), gateway: gatewayArbitrary }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('breakRedisLink' as const),
      gateway: gatewayArbitrary,
      fault: fc.constantFrom('cut' as const, 'swallow' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('restoreRedisLink' as const), gateway: gatewayArbitrary }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('killRedis' as const, 'startRedis' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('restartPostgres' as const),
      end: fc.constantFrom('stop' as const, 'crash' as const),
    }),
  },
);

const clusterCommandArbitrary = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('social' as const), command: commandArbitrary }) },
  { weight: 6, arbitrary: meetupCommandArbitrary },
  { weight: 2, arbitrary: faultCommandArbitrary },
);

/** Random sequence of commands, most of which are no faults of servers or networks. */
export const clusterCommandsArbitrary = fc.array(clusterCommandArbitrary, { minLength: 4, maxLength: 18, size: 'max' });

type ClusterCommand = typeof clusterCommandArbitrary extends fc.Arbitrary<infer C> ? C : never;
// Several commands have the same shape and are one member of the union, so `Extract` wouldn't find them.
type CommandOfKind<C extends ClusterCommand, Kind> = C extends ClusterCommand
  ? Kind extends C['kind']
    ? C
    : never
  : never;
type CommandOf<Kind extends ClusterCommand['kind']> = CommandOfKind<ClusterCommand, Kind>;

const isBlockBetween = ({ blockedPairs }: SocialRun, person: number, other: number): boolean =>
  blockedPairs.has(`${person}>${other}`) || blockedPairs.has(`${other}>${person}`);

const callAsPerson = (
  run: ClusterRun,
  person: number,
  ...request: Parameters<Companion['call']>
): Promise<HttpAnswer> => {
  const companion = run.people[person];
  if (companion === undefined) throw new Error(`There is no person ${person}`);
  return companion.call(...request);
};

const performSocial = async (run: ClusterRun, { command }: CommandOf<'social'>): Promise<void> => {
  await performCommand(run, command);
  if (command.kind !== 'block' || command.who === command.other) return;
  // If the host of a meetup blocks a guest, the guest is removed from the meetup.
  for (const meetup of run.meetups.list) {
    const answer = meetup.answers.get(command.other);
    if (meetup.owner === command.who && answer !== undefined && answer !== 'declined')
      run.meetups.answer(meetup, command.other, 'declined');
  }
};

const arrangeMeetup = async (run: ClusterRun, { who, guest }: CommandOf<'arrange'>): Promise<void> => {
  if (run.meetups.list.length >= MAX_MEETUPS) return;
  const everybody = run.people.map((_, person) => person);
  const guests = everybody.filter((person) => person !== who && (guest === who || person === guest));
  const answer = await callAsPerson(run, who, 'PUT', '/api/invitations', {
    date: new Date(run.cluster.clock.now() + DAY_MS).toISOString(),
    restaurant: RESTAURANT_KEY,
    attendees: guests.map((person) => run.people[person]?.uid),
    isTakeAway: false,
  });
  const isRefused = guests.some((person) => isBlockBetween(run, who, person));
  expect(outcomeOf(answer)).toEqual(isRefused ? [403, 'uninvitable'] : [200]);
  if (isRefused) return;
  const { key, chatKey } = z.parse(Invitation, answer.body);
  const link = z.parse(InvitationLink, (await callAsPerson(run, who, 'POST', `/api/invitations/${key}/share`)).body);
  run.meetups.add({
    key,
    owner: who,
    token: link.url.split('/').at(-1) ?? '',
    answers: new Map([[who, 'accepted'], ...guests.map((person) => [person, 'pending'] as const)]),
    chatKey,
    ownChatMembers: null,
  });
};

/** Returns a command that does nothing while the run has no meetup. */
const withMeetup =
  <C extends { readonly meetup: number }>(perform: (run: ClusterRun, meetup: Meetup, command: C) => unknown) =>
  (run: ClusterRun, command: C): unknown => {
    const { list } = run.meetups;
    const meetup = list[command.meetup % Math.max(1, list.length)];
    return meetup === undefined ? undefined : perform(run, meetup, command);
  };

const joinMeetup = async (run: ClusterRun, meetup: Meetup, { who }: CommandOf<'join'>): Promise<void> => {
  const isRefused = meetup.answers.get(who) !== 'accepted' && isBlockBetween(run, who, meetup.owner);
  if (!isRefused) run.meetups.beginJoin(meetup, who);
  const answer = await callAsPerson(run, who, 'POST', `/api/invitations/shared/${meetup.token}/join`);
  expect(outcomeOf(answer)).toEqual(isRefused ? [403, 'uninvitable'] : [200]);
  if (isRefused) return;
  const cardChatMembers = run.chats.find(({ key }) => key === meetup.chatKey)?.people ?? [];
  run.meetups.join(meetup, who, { chatKey: z.parse(Invitation, answer.body).chatKey, cardChatMembers });
};

const answerInvitation = async (
  run: ClusterRun,
  meetup: Meetup,
  { kind, who }: CommandOf<'accept' | 'decline'>,
): Promise<void> => {
  // The command does nothing for the host, because a host who leaves cancels the meetup.
  if (who === meetup.owner) return;
  const previousAnswer = meetup.answers.get(who);
  const status = kind === 'accept' ? 'accepted' : 'declined';
  const answer = await callAsPerson(run, who, 'PATCH', `/api/invitations/${meetup.key}`, { status });
  if (previousAnswer === undefined) expect(outcomeOf(answer)).toEqual([404, 'notFound']);
  else if (kind === 'accept' && previousAnswer === 'declined')
    expect(outcomeOf(answer)).toEqual([422, 'transitionNotAllowed']);
  else {
    expect(outcomeOf(answer)).toEqual([200]);
    run.meetups.answer(meetup, who, status);
  }
};

/** Returns the HTTP status that a message to a meetup's own chat must get. */
const expectedStatusOf = (run: ClusterRun, members: ReadonlySet<number>, who: number): number => {
  if (!members.has(who)) return 404;
  const otherMembers = [...members].filter((person) => person !== who);
  return otherMembers.length === 1 && otherMembers.some((person) => isBlockBetween(run, who, person)) ? 403 : 200;
};

const sendMeetupMessage = async (run: ClusterRun, meetup: Meetup, who: number): Promise<void> => {
  const { ownChatMembers, chatKey } = meetup;
  if (ownChatMembers === null) return;
  const [clientKey, changeCount] = [randomUUID(), run.meetups.changeCount()];
  const expectedStatus = expectedStatusOf(run, ownChatMembers, who);
  const messageKey = `${chatKey} ${run.people[who]?.uid} ${clientKey}`;
  run.meetupMessages.sent.add(messageKey);
  const content = run.meetups.nextText(meetup);
  const answer = await callAsPerson(run, who, 'POST', `/api/chat/${chatKey}/messages`, { content, clientKey });
  if (answer.status === 200) {
    expect(z.parse(ChatMessageView, answer.body).content).toBe(content);
    run.meetupMessages.accepted.add(messageKey);
  }
  // Only checks the status if nobody has left or joined while the request was under way.
  if (changeCount === run.meetups.changeCount()) expect(answer.status).toBe(expectedStatus);
};

const sayAtMeetup = (
  run: ClusterRun,
  meetup: Meetup,
  { who, isOnPage, waits }: CommandOf<'sayAtMeetup'>,
): Promise<void> | void => {
  const page = run.pages[who];
  if (meetup.ownChatMembers === null || page === undefined) return;
  if (!isOnPage) {
    const sendPromise = sendMeetupMessage(run, meetup, who);
    run.pendingMessages.push(sendPromise);
    return waits ? sendPromise : undefined;
  }
  page.unsentMessages.send(meetup.chatKey, run.meetups.nextText(meetup));
  const messageKey = `${meetup.chatKey} ${page.uid} ${page.unsentMessages.get().at(-1)?.clientKey}`;
  for (const messages of [run.meetupMessages.sent, run.meetupMessages.onPages]) messages.add(messageKey);
};

/** Removes a contact and adds the contact again, because only contacts can be members of groups. */
const renewContact = async (run: ClusterRun, { who, other }: CommandOf<'renewContact'>): Promise<void> => {
  const contact = run.people[other];
  if (contact === undefined || who === other || isBlockBetween(run, who, other)) return;
  for (const path of ['/api/contacts/remove', '/api/contacts/add'])
    expect(outcomeOf(await callAsPerson(run, who, 'PATCH', path, { contacts: [contact.uid] }))).toEqual([200]);
};

type CommandHandlers = {
  readonly [Kind in ClusterCommand['kind']]: (run: ClusterRun, command: CommandOf<Kind>) => unknown;
};

const commandHandlers: CommandHandlers = {
  social: performSocial,
  arrange: arrangeMeetup,
  join: withMeetup(joinMeetup),
  accept: withMeetup(answerInvitation),
  decline: withMeetup(answerInvitation),
  // Pages also try to open chats that they may not read.
  openMeetup: withMeetup(({ pages }, { chatKey }, { who }) => pages[who]?.openChat(chatKey)),
  closeMeetup: withMeetup(({ pages }, { chatKey }, { who }) => pages[who]?.closeChat(chatKey)),
  sayAtMeetup: withMeetup(sayAtMeetup),
  renewContact,
  kill: ({ cluster }, { gateway }) => cluster.kill(gateway),
  killAfter: ({ cluster }, { gateway, bytes }) => cluster.killAfter(gateway, bytes),
  start: ({ cluster }, { gateway }) => cluster.start(gateway),
  breakRedisLink: ({ cluster }, { gateway, fault }) => cluster.breakRedisLink(gateway, fault),
  restoreRedisLink: ({ cluster }, { gateway }) => cluster.restoreRedisLink(gateway),
  killRedis: ({ cluster }) => cluster.killRedis(),
  startRedis: ({ cluster }) => cluster.startRedis(),
  restartPostgres: ({ cluster }, { end }) => cluster.restartPostgres(end),
};

export const performClusterCommand = async <Kind extends ClusterCommand['kind']>(
  run: ClusterRun,
  command: CommandOf<Kind> & { readonly kind: Kind },
): Promise<void> => {
  run.counts.set(command.kind, (run.counts.get(command.kind) ?? 0) + 1);
  await commandHandlers[command.kind](run, command);
};
