import type { ReportForm } from '../report';

/** Returns true when a moderator can remove the reported thing. Of a reported person, nothing can be removed. */
export const isRemovable = (kind: ReportForm['kind']): kind is Exclude<ReportForm['kind'], 'user'> => kind !== 'user';
