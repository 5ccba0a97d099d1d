export { AnswerAvatars } from './answer-avatars';
export type { AnsweringPerson } from './answer-avatars';
export { InvitationStub } from './invitation-stub';
export { LogoTile } from './logo-tile';
export { Ticket, TicketPlaceholder } from './ticket';
