/** Everybody's topic is `me` on the wire; in the change log each user has a topic of their own. */
export const userLogName = (uid: string): string => `user/${uid}`;
