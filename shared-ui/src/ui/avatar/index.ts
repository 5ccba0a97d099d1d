export { Avatar } from './avatar';
export { Mosaic } from './mosaic';
export type { MosaicPerson } from './mosaic';
export { avatarColorOf, initialsOf } from './person-look';
