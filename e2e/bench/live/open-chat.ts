import { chatTopic, connectUsers, createChat, globalTopic, login, meTopic, register } from '@mahlzeit/contract';
import type { Session } from '@mahlzeit/contract';
import type { Person } from '../../world/sign-in';
import { createPerson, verifyEmailAddress } from '../../world/sign-in';
import type { World } from '../../world/start-world';
import type { TopicWatcher } from './watch-topics';

/** Number of members of a measured chat. */
export const CHAT_MEMBER_COUNT = 10;

/** Member of a measured chat, signed in. */
export interface Member extends Person {
  readonly session: Session;
}

/** A chat whose members are all connected with the author. */
export interface OpenChat {
  readonly author: Member;
  readonly reader: Member;
  readonly silentMembers: readonly Member[];
  readonly chatKey: string;
}

type ChatWorld = Pick<World, 'api' | 'url' | 'sandboxUrl'>;

const registerMember = async (world: ChatWorld, memberName: string): Promise<Member> => {
  const newPerson = createPerson(memberName);
  await world.api.call(register, { body: { ...newPerson, visible: false, policyAccepted: true } });
  await verifyEmailAddress(world, newPerson);
  return { ...newPerson, session: await world.api.call(login, { body: newPerson }) };
};

/** Creates a chat of ten people, all of whom are connected with the author. */
export const openChat = async (world: ChatWorld): Promise<OpenChat> => {
  const chatMembers: Member[] = [];
  for (let index = 0; index < CHAT_MEMBER_COUNT; index += 1)
    chatMembers.push(await registerMember(world, `tisch-${index}`));
  const [author, reader, ...silentMembers] = chatMembers;
  if (author === undefined || reader === undefined) throw new Error('The crowd has no author or no reader');
  const token = author.session.idToken;
  for (const {
    session: { account },
  } of chatMembers.slice(1))
    await world.api.call(connectUsers, { token, body: { code: account.connectionCode ?? '' } });
  const { chatId } = await world.api.call(createChat, {
    token,
    body: { participantKeys: chatMembers.slice(1).map(({ session: { account } }) => account.uid) },
  });
  return { author, reader, silentMembers, chatKey: chatId };
};

/** Returns the watchers of members who have the chat open. */
export const chatWatchersOf = (members: readonly Member[], chatKey: string): TopicWatcher[] =>
  members.map(({ session: { idToken } }) => ({ token: idToken, topics: [globalTopic, meTopic, chatTopic(chatKey)] }));
